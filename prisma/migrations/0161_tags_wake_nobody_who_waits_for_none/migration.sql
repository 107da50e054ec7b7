-- Every automation hears of who leaves, so that the first look of 0106 let every change of tags through to the second one, which
-- looks at each row: a sixth of what tagging cost. What is listened to is read once, and rows are looked at for that alone.
CREATE OR REPLACE FUNCTION "signal_subscriber_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  importing boolean := coalesce(current_setting('tidings.import_id', true), '') <> '';
  teams int[] := (SELECT array_agg(DISTINCT team_id) FROM after_rows);
  listened text[] := ARRAY(SELECT DISTINCT l.kind FROM automation_listeners l WHERE l.team_id = ANY (teams)
                             AND (l.imports OR NOT importing OR l.kind = 'left'));
  of_status boolean := listened && ARRAY['subscribed', 'confirmed', 'unsubscribed', 'left'];
  of_tags boolean := listened && ARRAY['tag_added', 'tag_removed'];
BEGIN
  IF NOT of_status AND NOT of_tags THEN
    RETURN NULL;
  END IF;
  INSERT INTO automation_signals (team_id, person_key, kind, ref, imported, at)
  SELECT changed.team_id, changed.person_key, done.kind, done.ref, importing, now()
  FROM (SELECT a.team_id, a.person_key, a.list_id::text AS list, b.status AS was, a.status AS is, b.tag_ids AS before, a.tag_ids AS after
        FROM after_rows a JOIN before_rows b ON b.team_id = a.team_id AND b.id = a.id
        WHERE (of_status AND a.status <> b.status) OR (of_tags AND a.tag_ids <> b.tag_ids)) changed
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
