-- What starts automations by the clock is listened to like everything else: `ref` is the segment, and for dates the automation.
ALTER TABLE "automation_listeners" DROP CONSTRAINT "automation_listeners_kind_check";
ALTER TABLE "automation_listeners" ADD CONSTRAINT "automation_listeners_kind_check" CHECK ("kind" IN (
  'event', 'subscribed', 'confirmed', 'unsubscribed', 'tag_added', 'tag_removed', 'opened', 'clicked', 'left',
  'segment_entered', 'segment_left', 'date'));

-- Tells automations who joined, and the tags that they brought: once per statement, whoever wrote it (docs/adr/0072). It first
-- looks whether anybody listens, so that an import costs nothing. `noteNewSubscribers` does it where tables are distributed.
CREATE FUNCTION "signal_new_subscribers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  importing boolean := coalesce(current_setting('tidings.import_id', true), '') <> '';
  teams int[] := (SELECT array_agg(DISTINCT team_id) FROM joined);
BEGIN
  IF NOT EXISTS (SELECT FROM automation_listeners l WHERE l.team_id = ANY (teams)
                   AND l.kind IN ('subscribed', 'tag_added') AND (l.imports OR NOT importing)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO automation_signals (team_id, person_key, kind, ref, imported, at)
  SELECT j.team_id, j.person_key, done.kind, done.ref, importing, now()
  FROM joined j
  CROSS JOIN LATERAL (
    SELECT 'subscribed' AS kind, j.list_id::text AS ref WHERE j.status = 'subscribed'
    UNION ALL SELECT 'tag_added', tag::text FROM unnest(j.tag_ids) tag
  ) done
  WHERE EXISTS (SELECT FROM automation_listeners l WHERE l.team_id = j.team_id AND l.kind = done.kind AND l.ref = done.ref
                  AND (l.imports OR NOT importing));
  RETURN NULL;
END $$;

-- The same of who changed. Who left ends runs whatever an import is asked to start. A tag that was deleted was taken off by
-- nobody. `keepingChanges` does it where tables are distributed.
CREATE FUNCTION "signal_subscriber_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  importing boolean := coalesce(current_setting('tidings.import_id', true), '') <> '';
  teams int[] := (SELECT array_agg(DISTINCT team_id) FROM after_rows);
BEGIN
  IF NOT EXISTS (SELECT FROM automation_listeners l WHERE l.team_id = ANY (teams)
                   AND l.kind IN ('subscribed', 'confirmed', 'unsubscribed', 'tag_added', 'tag_removed', 'left')
                   AND (l.imports OR NOT importing OR l.kind = 'left')) THEN
    RETURN NULL;
  END IF;
  INSERT INTO automation_signals (team_id, person_key, kind, ref, imported, at)
  SELECT changed.team_id, changed.person_key, done.kind, done.ref, importing, now()
  FROM (SELECT a.team_id, a.person_key, a.list_id::text AS list, b.status AS was, a.status AS is, b.tag_ids AS before, a.tag_ids AS after
        FROM after_rows a JOIN before_rows b ON b.team_id = a.team_id AND b.id = a.id
        WHERE a.status <> b.status OR a.tag_ids <> b.tag_ids) changed
  CROSS JOIN LATERAL (
    SELECT kind, ref FROM (VALUES
      ('subscribed', changed.list, changed.is = 'subscribed'),
      ('confirmed', changed.list, changed.is = 'subscribed' AND changed.was = 'unconfirmed'),
      ('unsubscribed', changed.list, changed.is = 'unsubscribed'),
      ('left', '', changed.is IN ('unsubscribed', 'bounced', 'complained'))) status(kind, ref, holds)
    WHERE holds AND changed.was <> changed.is
    UNION ALL SELECT 'tag_added', tag::text FROM unnest(changed.after) tag WHERE tag <> ALL (changed.before)
    UNION ALL SELECT 'tag_removed', t.id::text FROM unnest(changed.before) tag
      JOIN tags t ON t.team_id = changed.team_id AND t.id = tag WHERE tag <> ALL (changed.after)
  ) done
  WHERE EXISTS (SELECT FROM automation_listeners l WHERE l.team_id = changed.team_id AND l.kind = done.kind AND l.ref = done.ref
                  AND (l.imports OR NOT importing OR l.kind = 'left'));
  RETURN NULL;
END $$;

-- Distributed tables have no triggers (docs/adr/0044): a database that was spread already gets none.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'subscribers'::regclass AND tgname = 'note_insert') THEN
    CREATE TRIGGER "signal_insert" AFTER INSERT ON "subscribers" REFERENCING NEW TABLE AS joined FOR EACH STATEMENT EXECUTE FUNCTION signal_new_subscribers();
    CREATE TRIGGER "signal_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION signal_subscriber_changes();
  END IF;
END $$;
