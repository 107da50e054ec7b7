-- `insert_events` notes what it inserts itself, and sets `tidings.noted` meanwhile. The trigger stays for processes of the previous
-- release. A cluster has none.
-- checked: it exchanges a trigger, which holds the lock for a moment
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'events'::regclass AND tgname = 'note_insert') THEN
    CREATE OR REPLACE TRIGGER "note_insert" AFTER INSERT ON "events" REFERENCING NEW TABLE AS recorded
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.noted', true), '') = '') EXECUTE FUNCTION note_events();
  END IF;
END $$;
