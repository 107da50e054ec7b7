-- What each person did, rolled up by name of event: one narrow row instead of many wide ones (docs/adr/0017).
-- Filled before it has keys: that takes a tenth of the time.
CREATE TABLE "person_events" (
    "team_id" INTEGER NOT NULL,
    "person_key" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL
) WITH (fillfactor = 80);

INSERT INTO "person_events"
SELECT team_id, person_key, name, count(*), min(occurred_at), max(occurred_at) FROM "events" GROUP BY 1, 2, 3;

ALTER TABLE "person_events" ADD CONSTRAINT "person_events_pkey" PRIMARY KEY ("team_id","person_key","name");

-- CreateIndex
CREATE INDEX "person_events_team_id_name_idx" ON "person_events"("team_id", "name");

-- AddForeignKey
ALTER TABLE "person_events" ADD CONSTRAINT "person_events_team_id_person_key_fkey" FOREIGN KEY ("team_id", "person_key") REFERENCES "people"("team_id", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counts and times change with every event: none of them is in an index, and dead versions are cleared early.
ALTER TABLE "person_events" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- When the person last did something, at most a day behind; null: never; the year 9999: not known, look it up.
ALTER TABLE "subscribers" ADD COLUMN "engaged_at" TIMESTAMPTZ(3);

UPDATE "subscribers" s SET engaged_at = done.at
FROM (SELECT team_id, person_key, max(at) AS at
      FROM (SELECT team_id, person_key, max(last_at) AS at FROM "person_events" GROUP BY 1, 2
            UNION ALL SELECT team_id, person_key, max(at) FROM "touches" GROUP BY 1, 2) both_kinds GROUP BY 1, 2) done
WHERE done.team_id = s.team_id AND done.person_key = s.person_key;

-- The key of the person lies in it so that counting reads nothing else.
CREATE INDEX "subscribers_team_id_list_id_status_engaged_at_person_key_idx" ON "subscribers"("team_id", "list_id", "status", "engaged_at", "person_key");

-- How often in the last days: one range, whose entries name the people.
CREATE INDEX "events_team_id_name_occurred_at_person_key_idx" ON "events"("team_id", "name", "occurred_at", "person_key");

-- An index-only count is six times slower where the visibility map is stale.
ALTER TABLE "subscribers" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE "events" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- The last event, open or click of a person, or null.
CREATE FUNCTION "last_activity"(team int, person uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT e.occurred_at FROM events e WHERE e.team_id = team AND e.person_key = person ORDER BY e.occurred_at DESC LIMIT 1),
    (SELECT t.at FROM touches t WHERE t.team_id = team AND t.person_key = person ORDER BY t.at DESC LIMIT 1))
$$;

-- Brings subscribers up to what their people just did, unless they are less than a day behind. Rows are locked in the
-- order in which batches lock them, so that nobody dead-locks, and one that is not known becomes known:
-- whoever else records something for the person comes by here too, and waits.
CREATE FUNCTION "note_engagement"(teams int[], persons uuid[], times timestamptz[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  stale record;
BEGIN
  SELECT array_agg(team_id) AS teams, array_agg(id) AS ids, array_agg(at) AS times INTO stale
  FROM (SELECT s.team_id, s.id, done.at
        FROM unnest(teams, persons, times) done(team, person, at)
        JOIN subscribers s ON s.team_id = done.team AND s.person_key = done.person
        WHERE s.engaged_at IS NULL OR s.engaged_at < done.at - interval '24 hours' OR s.engaged_at >= '9999-12-31Z'
        ORDER BY s.team_id, s.person_key, s.list_id FOR NO KEY UPDATE OF s) locked;
  IF stale.ids IS NULL THEN RETURN; END IF;
  UPDATE subscribers s
  SET engaged_at = CASE WHEN s.engaged_at >= '9999-12-31Z' THEN last_activity(s.team_id, s.person_key) ELSE greatest(s.engaged_at, known.at) END
  FROM unnest(stale.teams, stale.ids, stale.times) known(team, id, at)
  WHERE s.team_id = known.team AND s.id = known.id;
END $$;

CREATE FUNCTION "note_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO person_events AS known (team_id, person_key, name, count, first_at, last_at)
  SELECT team_id, person_key, name, count(*), min(occurred_at), max(occurred_at)
  FROM recorded GROUP BY team_id, person_key, name ORDER BY team_id, person_key, name
  ON CONFLICT (team_id, person_key, name) DO UPDATE SET
    count = known.count + excluded.count,
    first_at = least(known.first_at, excluded.first_at),
    last_at = greatest(known.last_at, excluded.last_at);
  PERFORM note_engagement(array_agg(team_id), array_agg(person_key), array_agg(at))
  FROM (SELECT team_id, person_key, max(occurred_at) AS at FROM recorded GROUP BY 1, 2) done;
  RETURN NULL;
END $$;

CREATE FUNCTION "note_touches"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_engagement(array_agg(team_id), array_agg(person_key), array_agg(at))
  FROM (SELECT team_id, person_key, max(at) AS at FROM recorded GROUP BY 1, 2) done;
  RETURN NULL;
END $$;

-- Who joins may have done something before. Whoever records something for a person holds the person's row (by its
-- foreign key): a row that can be taken is nobody's, and what is read next is all there is; of a row that cannot be
-- taken the engagement is not known. People who are as new as their subscription did nothing.
CREATE FUNCTION "note_subscribers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  older record;
  taken uuid[];
BEGIN
  SELECT array_agg(j.team_id) AS teams, array_agg(j.id) AS ids, array_agg(p.key) AS persons INTO older
  FROM joined j JOIN people p ON p.team_id = j.team_id AND p.key = j.person_key
  WHERE NOT (p.xmin = pg_current_xact_id()::xid AND p.created_at = now()::timestamptz(3));
  IF older.ids IS NULL THEN RETURN NULL; END IF;
  SELECT array_agg(key) INTO taken
  FROM (SELECT p.key FROM unnest(older.teams, older.persons) o(team, person)
        JOIN people p ON p.team_id = o.team AND p.key = o.person
        ORDER BY p.team_id, p.key FOR UPDATE OF p SKIP LOCKED) free;
  UPDATE subscribers s SET engaged_at = CASE WHEN o.taken THEN o.at ELSE '9999-12-31Z' END
  FROM (SELECT o.team, o.id, o.person = ANY(taken) AS taken, last_activity(o.team, o.person) AS at
        FROM unnest(older.teams, older.ids, older.persons) o(team, id, person)) o
  WHERE s.team_id = o.team AND s.id = o.id AND (o.at IS NOT NULL OR o.taken IS NOT TRUE);
  RETURN NULL;
END $$;

-- Reads again what these people did: after something of it was taken away or filed elsewhere.
CREATE FUNCTION "recount_activity"(teams int[], persons uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM people p JOIN unnest(teams, persons) o(team, person) ON p.team_id = o.team AND p.key = o.person
  ORDER BY p.team_id, p.key FOR UPDATE OF p;
  DELETE FROM person_events r USING unnest(teams, persons) o(team, person)
  WHERE r.team_id = o.team AND r.person_key = o.person;
  INSERT INTO person_events
  SELECT e.team_id, e.person_key, e.name, count(*), min(e.occurred_at), max(e.occurred_at)
  FROM unnest(teams, persons) o(team, person) JOIN events e ON e.team_id = o.team AND e.person_key = o.person
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
  UPDATE subscribers s SET engaged_at = last_activity(s.team_id, s.person_key)
  FROM unnest(teams, persons) o(team, person) WHERE s.team_id = o.team AND s.person_key = o.person;
END $$;

CREATE FUNCTION "note_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_activity(array_agg(team_id), array_agg(person_key))
  FROM (SELECT DISTINCT team_id, person_key FROM gone ORDER BY 1, 2) people;
  RETURN NULL;
END $$;

CREATE FUNCTION "note_refiling"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_activity(array_agg(team_id), array_agg(person_key))
  FROM (SELECT team_id, person_key FROM gone UNION SELECT team_id, person_key FROM recorded ORDER BY 1, 2) people;
  RETURN NULL;
END $$;

CREATE TRIGGER "note_insert" AFTER INSERT ON "events" REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION note_events();
CREATE TRIGGER "note_update" AFTER UPDATE ON "events" REFERENCING OLD TABLE AS gone NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION note_refiling();
CREATE TRIGGER "note_delete" AFTER DELETE ON "events" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_removal();
CREATE TRIGGER "note_insert" AFTER INSERT ON "touches" REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION note_touches();
CREATE TRIGGER "note_update" AFTER UPDATE ON "touches" REFERENCING OLD TABLE AS gone NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION note_refiling();
CREATE TRIGGER "note_delete" AFTER DELETE ON "touches" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_removal();
CREATE TRIGGER "note_insert" AFTER INSERT ON "subscribers" REFERENCING NEW TABLE AS joined FOR EACH STATEMENT EXECUTE FUNCTION note_subscribers();

-- Words anywhere in an address or a name. pg_trgm comes with PostgreSQL and any owner of a database may switch it on;
-- where it is not installed, searching reads the whole list.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "subscribers_words_idx" ON "subscribers"
    USING gin (lower(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: searching subscribers reads the whole list';
END $$;
