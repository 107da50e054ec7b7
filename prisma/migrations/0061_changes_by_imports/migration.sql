-- Which import brought a subscriber, or changed one. An import says its id in its transaction, so that no statement that writes
-- subscribers has to. No foreign key: an import goes only with its list, and so do the list's subscribers.
ALTER TABLE "subscribers" ADD COLUMN "import_id" UUID DEFAULT nullif(current_setting('tidings.import_id', true), '')::uuid;
ALTER TABLE "subscriber_changes" ADD COLUMN "import_id" UUID DEFAULT nullif(current_setting('tidings.import_id', true), '')::uuid;
