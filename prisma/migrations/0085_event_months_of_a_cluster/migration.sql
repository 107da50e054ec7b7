-- The same function as in 0070, in words that Citus reads: where a subquery runs on other machines, its result needs a column.
CREATE OR REPLACE FUNCTION "make_event_months"(ahead int) RETURNS int LANGUAGE plpgsql AS $$
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
    IF EXISTS (SELECT 1 FROM event_months.events_other WHERE id >= early AND id < late) THEN
      early := greatest(early, first_id_at(now() + interval '1 hour'));
      CONTINUE WHEN early >= late OR EXISTS (SELECT 1 FROM event_months.events_other WHERE id >= early AND id < late);
    END IF;
    EXECUTE format('CREATE TABLE event_months.%I (LIKE public.events INCLUDING DEFAULTS)
      WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)', name);
    EXECUTE format('ALTER TABLE public.events ATTACH PARTITION event_months.%I FOR VALUES FROM (%L) TO (%L)', name, early, late);
    known := late;
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
