-- The functions that write subscribers record what they change (docs/adr/0178), and set `tidings.noted` meanwhile. The triggers stay for
-- other statements, and for processes of the previous release. `tidings.of_all`: a tag as a whole changes (0156). A cluster has none.
-- checked: it exchanges triggers, which holds the lock for a moment
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'subscribers'::regclass AND tgname = 'note_insert') THEN
    CREATE OR REPLACE TRIGGER "note_insert" AFTER INSERT ON "subscribers" REFERENCING NEW TABLE AS joined
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') = '') EXECUTE FUNCTION note_subscribers();
    CREATE OR REPLACE TRIGGER "signal_insert" AFTER INSERT ON "subscribers" REFERENCING NEW TABLE AS joined
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') = '') EXECUTE FUNCTION signal_new_subscribers();
    CREATE OR REPLACE TRIGGER "tell_insert" AFTER INSERT ON "subscribers" REFERENCING NEW TABLE AS joined
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') = '') EXECUTE FUNCTION tell_of_new_subscribers();
    CREATE OR REPLACE TRIGGER "note_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') || coalesce(current_setting('tidings.of_all', true), '') = '')
      EXECUTE FUNCTION note_subscriber_changes();
    CREATE OR REPLACE TRIGGER "signal_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') || coalesce(current_setting('tidings.of_all', true), '') = '')
      EXECUTE FUNCTION signal_subscriber_changes();
    CREATE OR REPLACE TRIGGER "tell_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') || coalesce(current_setting('tidings.of_all', true), '') = '')
      EXECUTE FUNCTION tell_of_changed_subscribers();
    CREATE OR REPLACE TRIGGER "confirm_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') || coalesce(current_setting('tidings.of_all', true), '') = '')
      EXECUTE FUNCTION confirm_sign_ups();
  END IF;
END $$;
