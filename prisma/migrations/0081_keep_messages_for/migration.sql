-- For how many days a team keeps the messages of a campaign that has ended (docs/adr/0052). Null: for ever.
ALTER TABLE "teams" ADD COLUMN "keep_messages_for" INTEGER,
  ADD CONSTRAINT "teams_keep_messages_for_check" CHECK (keep_messages_for BETWEEN 30 AND 36500);

-- Set when the first of its messages was removed, together with the counts of its clicked links.
ALTER TABLE "campaigns" ADD COLUMN "messages_removed_at" TIMESTAMPTZ(3), ADD COLUMN "links" JSONB;
