-- What is done to a tag as a whole (`tidings.of_all`, of one transaction), such as merging it into another, changes nobody: the
-- timelines of people do not show it, and it starts no automation. Webhooks know it since 0116. Where tables are distributed
-- there are no triggers, and whoever does it does not come by `keepingChanges`.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'subscribers'::regclass AND tgname = 'note_update') THEN
    DROP TRIGGER "note_update" ON "subscribers";
    CREATE TRIGGER "note_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.of_all', true), '') = '') EXECUTE FUNCTION note_subscriber_changes();
    DROP TRIGGER "signal_update" ON "subscribers";
    CREATE TRIGGER "signal_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.of_all', true), '') = '') EXECUTE FUNCTION signal_subscriber_changes();
  END IF;
END $$;
