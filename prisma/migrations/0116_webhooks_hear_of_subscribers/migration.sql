-- Files for webhooks who joined: once per statement, whoever wrote it, and only where one of them wants to hear of it
-- (docs/adr/0080). `noteNewSubscribers` does it where tables are distributed.
CREATE FUNCTION "tell_of_new_subscribers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.team_id = ANY (SELECT team_id FROM joined) AND w.enabled
                   AND w.kinds && ARRAY['*', 'subscriber.subscribed']) THEN
    RETURN NULL;
  END IF;
  INSERT INTO webhook_notifications (team_id, kind, facts, at)
  SELECT told.team_id, 'subscriber.subscribed', jsonb_agg(told.fact ORDER BY told.place), now()
  FROM (SELECT j.team_id, jsonb_build_object('id', j.id, 'person', j.person_key, 'list', j.list_id) AS fact,
               row_number() OVER (PARTITION BY j.team_id ORDER BY j.id) AS place
        FROM joined j
        WHERE j.status = 'subscribed' AND EXISTS (
          SELECT FROM webhooks w WHERE w.team_id = j.team_id AND w.enabled AND w.kinds && ARRAY['*', 'subscriber.subscribed']
            AND (w.list_id IS NULL OR w.list_id = j.list_id))) told
  GROUP BY told.team_id, (told.place - 1) / 1000;
  RETURN NULL;
END $$;

-- The same of who changed. What is done to a tag or a field as a whole changes nobody: a tag that was deleted, and values that
-- are converted (`tidings.of_all`). `keepingChanges` does it where tables are distributed.
CREATE FUNCTION "tell_of_changed_subscribers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.team_id = ANY (SELECT team_id FROM after_rows) AND w.enabled
                   AND w.kinds && ARRAY['*', 'subscriber.subscribed', 'subscriber.confirmed', 'subscriber.unsubscribed',
                                        'subscriber.bounced', 'subscriber.complained', 'subscriber.updated'])
     OR coalesce(current_setting('tidings.of_all', true), '') <> '' THEN
    RETURN NULL;
  END IF;
  INSERT INTO webhook_notifications (team_id, kind, facts, at)
  SELECT told.team_id, told.kind, jsonb_agg(told.fact ORDER BY told.place), now()
  FROM (SELECT c.team_id, c.kind, jsonb_build_object('id', c.id, 'person', c.person_key, 'list', c.list_id) AS fact,
               row_number() OVER (PARTITION BY c.team_id, c.kind ORDER BY c.id) AS place
        FROM (SELECT a.team_id, a.id, a.person_key, a.list_id, done.kind
              FROM after_rows a JOIN before_rows b ON b.team_id = a.team_id AND b.id = a.id
              CROSS JOIN LATERAL (
                SELECT 'subscriber.' || a.status::text AS kind WHERE a.status <> b.status AND a.status <> 'unconfirmed'
                UNION ALL SELECT 'subscriber.confirmed' WHERE a.status = 'subscribed' AND b.status = 'unconfirmed'
                UNION ALL SELECT 'subscriber.updated' WHERE (a.first_name, a.last_name, a.timezone, a.locale, a.attributes)
                    IS DISTINCT FROM (b.first_name, b.last_name, b.timezone, b.locale, b.attributes)
                  OR EXISTS (SELECT FROM unnest(a.tag_ids) tag WHERE tag <> ALL (b.tag_ids))
                  OR EXISTS (SELECT FROM tags t WHERE t.team_id = a.team_id AND t.id = ANY (b.tag_ids) AND t.id <> ALL (a.tag_ids))
              ) done) c
        WHERE EXISTS (SELECT FROM webhooks w WHERE w.team_id = c.team_id AND w.enabled AND w.kinds && ARRAY['*', c.kind]
                        AND (w.list_id IS NULL OR w.list_id = c.list_id))) told
  GROUP BY told.team_id, told.kind, (told.place - 1) / 1000;
  RETURN NULL;
END $$;

-- Distributed tables have no triggers (docs/adr/0044): a database that was spread already gets none.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'subscribers'::regclass AND tgname = 'note_insert') THEN
    CREATE TRIGGER "tell_insert" AFTER INSERT ON "subscribers" REFERENCING NEW TABLE AS joined FOR EACH STATEMENT EXECUTE FUNCTION tell_of_new_subscribers();
    CREATE TRIGGER "tell_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_of_changed_subscribers();
  END IF;
END $$;
