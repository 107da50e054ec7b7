-- `insert_events` and `touch_people` note what they insert themselves, and set `tidings.noted` meanwhile. The triggers stay for
-- processes of the previous release. A cluster has none.
-- checked: it exchanges triggers, which holds the locks for a moment
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'events'::regclass AND tgname = 'note_insert') THEN
    CREATE OR REPLACE TRIGGER "note_insert" AFTER INSERT ON "events" REFERENCING NEW TABLE AS recorded
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') = '') EXECUTE FUNCTION note_events();
    CREATE OR REPLACE TRIGGER "note_insert" AFTER INSERT ON "touches" REFERENCING NEW TABLE AS recorded
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') = '') EXECUTE FUNCTION note_touches();
  END IF;
END $$;
