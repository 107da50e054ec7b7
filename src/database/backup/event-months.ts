import type pg from 'pg';
import { z } from 'zod';
import { isId } from '../../ids.ts';

const id = z.string().refine(isId);

/** A partition of the events: ids from `from` on and before `until`. Null: from the beginning. */
export const monthShape = z.object({
  name: z.string().regex(/^events_[a-z0-9_]{1,40}$/),
  from: id.nullable(),
  until: id,
});

export type BackupMonth = z.output<typeof monthShape>;

/** The partitions of the events in this database, without the default partition. */
export async function readMonths(client: pg.ClientBase): Promise<BackupMonth[]> {
  const { rows } = await client.query<BackupMonth>(
    'select name, from_id as from, until_id as until from event_months.months where until_id is not null order by until_id',
  );
  return rows;
}

/** Gives an empty database these partitions instead of its own, so that rows return to their months. */
export async function makeMonths(client: pg.ClientBase, months: readonly BackupMonth[]): Promise<void> {
  for (const { name } of await readMonths(client)) await client.query(`drop table event_months."${name}"`);
  for (const { name, from, until } of months) {
    await client.query(
      `create table event_months."${name}" partition of events for values from (${from ? `'${from}'` : 'minvalue'}) to ('${until}')
       with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`,
    );
  }
}
