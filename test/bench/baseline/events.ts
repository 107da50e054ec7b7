/** The floor for event batches: one set-based statement per batch by plain pg, with everything prepared in advance. */
import pg from 'pg';
import { newId, personKey } from '../../../src/ids.ts';
import { BATCH, eventBatch, timed } from '../event-batches.ts';

const TEAM = 1;

const INSERT = `
  with given as materialized (
    select * from json_to_recordset($1::json) as given(
      id uuid, person uuid, email text, name text, properties jsonb, value bigint, currency text,
      at timestamptz, reference text)
  ), inserted as (
    insert into people (team_id, key, email)
    select distinct on (person) ${TEAM}, person, email from given order by person
    on conflict do nothing
  ), referenced as (
    insert into event_references (team_id, reference)
    select ${TEAM}, reference from given where reference is not null
    on conflict do nothing returning reference
  )
  insert into events (team_id, id, person_key, name, properties, value, currency, occurred_at, reference)
  select ${TEAM}, id, person, name, properties, value, currency, at, reference from given
  where reference is null or reference in (select reference from referenced)`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const prebuilt = (index: number): string =>
  JSON.stringify(
    eventBatch(index).map(({ occurred_at: at, ...event }) => ({
      id: newId(),
      person: personKey(TEAM, event.email),
      at,
      ...event,
    })),
  );

process.on('message', async ({ first, count, connections }: { first: number; count: number; connections: number }) => {
  const batches = Array.from({ length: count }, (_, index) => prebuilt(first + index));
  const jobs = batches.map((batch) => async () => {
    await pool.query({ name: 'insert', text: INSERT, values: [batch] });
  });
  const seconds = await timed(jobs, connections);
  process.send!({ rate: (count * BATCH) / seconds });
});
