-- Removing touches by their age (`tidings.aged`, of one transaction) changes nothing about when people were last engaged: the newest of
-- each stays. Any other removal reads that again. It leaves the sums of events alone, which know of events that were removed.
CREATE FUNCTION "note_touch_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM people p JOIN (SELECT DISTINCT team_id, person_key FROM gone) o ON p.team_id = o.team_id AND p.key = o.person_key
  ORDER BY p.team_id, p.key FOR UPDATE OF p;
  UPDATE subscribers s SET engaged_at = last_activity(s.team_id, s.person_key)
  FROM (SELECT DISTINCT team_id, person_key FROM gone) o WHERE s.team_id = o.team_id AND s.person_key = o.person_key;
  RETURN NULL;
END $$;

-- checked: it exchanges a trigger, which holds the lock for a moment
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'touches'::regclass AND tgname = 'note_delete') THEN
    DROP TRIGGER "note_delete" ON "touches";
    CREATE TRIGGER "note_delete" AFTER DELETE ON "touches" REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.aged', true), '') = '') EXECUTE FUNCTION note_touch_removal();
  END IF;
END $$;
