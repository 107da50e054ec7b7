-- Events by the month in which they were recorded, which their ids begin with (docs/adr/0048). Rows stay where they are:
-- the table becomes the first part of the new one. Reading goes on until the last steps; recording waits.
LOCK TABLE "events" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "event_references" (
    "team_id" INTEGER NOT NULL,
    "reference" TEXT NOT NULL
);

-- Filled before it has its key: that takes a fraction of the time.
INSERT INTO "event_references" SELECT team_id, reference FROM "events" WHERE reference IS NOT NULL;

ALTER TABLE "event_references" ADD CONSTRAINT "event_references_pkey" PRIMARY KEY ("team_id","reference");

-- It is only ever added to and taken from: what keeps look-ups fast is that dead rows go early.
ALTER TABLE "event_references" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- How many days events are kept; null: for ever.
ALTER TABLE "teams" ADD COLUMN "keep_events_for" INTEGER,
  ADD CONSTRAINT "teams_keep_events_for_check" CHECK (keep_events_for BETWEEN 1 AND 36500);

-- The months are no tables that anybody names: they have a schema of their own.
CREATE SCHEMA "event_months";

-- The smallest id of a moment, as `firstIdAt` in src/ids.ts makes it.
CREATE FUNCTION "first_id_at"(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(greatest(0, floor(extract(epoch FROM moment) * 1000))::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- The parts of "events", in order. Ids from "from_id" on and before "until_id"; the last takes what no other does.
CREATE VIEW "event_months"."months" AS
SELECT name, (regexp_match(bounds, 'FROM \(''([0-9a-f-]+)''\)'))[1]::uuid AS from_id,
       (regexp_match(bounds, 'TO \(''([0-9a-f-]+)''\)'))[1]::uuid AS until_id
FROM (SELECT c.relname::text AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass('public.events')) parts
ORDER BY until_id;

-- Makes a part for this month and each of the next ones that has none, and returns how many it made. What could not be
-- put there because it has come before is in the part for the rest, where it stays.
CREATE FUNCTION "make_event_months"(ahead int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  made int := 0;
  known uuid := (SELECT until_id FROM event_months.months WHERE until_id IS NOT NULL ORDER BY until_id DESC LIMIT 1);
  early uuid;
  late uuid;
  month timestamp;
  name text;
BEGIN
  FOR n IN 0..ahead LOOP
    month := date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month';
    early := greatest(first_id_at(month AT TIME ZONE 'UTC'), known);
    late := first_id_at((month + interval '1 month') AT TIME ZONE 'UTC');
    CONTINUE WHEN known >= late;
    name := 'events_' || to_char(month, 'YYYY_MM');
    IF EXISTS (SELECT FROM event_months.events_other WHERE id >= early AND id < late) THEN
      early := greatest(early, first_id_at(now() + interval '1 hour'));
      CONTINUE WHEN early >= late OR EXISTS (SELECT FROM event_months.events_other WHERE id >= early AND id < late);
    END IF;
    EXECUTE format('CREATE TABLE event_months.%I (LIKE public.events INCLUDING DEFAULTS)
      WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)', name);
    EXECUTE format('ALTER TABLE public.events ATTACH PARTITION event_months.%I FOR VALUES FROM (%L) TO (%L)', name, early, late);
    known := late;
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- From here on nobody reads either, for moments: but for the check that each row is in its part, which reads them all once.
DROP TRIGGER "note_insert" ON "events";
DROP TRIGGER "note_update" ON "events";
DROP TRIGGER "note_delete" ON "events";
DROP INDEX "events_team_id_reference_key";
ALTER TABLE "events" SET SCHEMA "event_months";
ALTER TABLE "event_months"."events" RENAME TO "events_before";

CREATE TABLE "events" (LIKE "event_months"."events_before" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");
ALTER TABLE "events" ADD CONSTRAINT "events_pkey" PRIMARY KEY ("team_id","id");
CREATE INDEX "events_team_id_person_key_occurred_at_id_idx" ON "events"("team_id", "person_key", "occurred_at" DESC, "id" DESC);
CREATE INDEX "events_team_id_name_occurred_at_person_key_idx" ON "events"("team_id", "name", "occurred_at", "person_key");
ALTER TABLE "events" ADD CONSTRAINT "events_team_id_person_key_fkey" FOREIGN KEY ("team_id", "person_key") REFERENCES "people"("team_id", "key") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE TABLE "event_months"."events_other" (LIKE "events" INCLUDING DEFAULTS)
  WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE "events" ATTACH PARTITION "event_months"."events_other" DEFAULT;

-- Everything so far is one part, which ends with this month. An id beyond it was not made by a clock that is right.
DO $$
DECLARE
  until_id uuid := first_id_at((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
  team int;
BEGIN
  FOR team IN SELECT id FROM teams LOOP
    WITH beyond AS (DELETE FROM event_months.events_before WHERE team_id = team AND id >= until_id RETURNING *)
    INSERT INTO event_months.events_other SELECT * FROM beyond;
  END LOOP;
  EXECUTE format('ALTER TABLE public.events ATTACH PARTITION event_months.events_before FOR VALUES FROM (MINVALUE) TO (%L)', until_id);
END $$;

CREATE TRIGGER "note_insert" AFTER INSERT ON "events" REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION note_events();
CREATE TRIGGER "note_update" AFTER UPDATE ON "events" REFERENCING OLD TABLE AS gone NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION note_refiling();
CREATE TRIGGER "note_delete" AFTER DELETE ON "events" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_removal();

SELECT make_event_months(3);

-- The last event, open or click of a person, or null. The roll-up is one row a name, wherever the events are, and stays when
-- old events are removed.
CREATE OR REPLACE FUNCTION "last_activity"(team int, person uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT max(r.last_at) FROM person_events r WHERE r.team_id = team AND r.person_key = person),
    (SELECT t.at FROM touches t WHERE t.team_id = team AND t.person_key = person ORDER BY t.at DESC LIMIT 1))
$$;
