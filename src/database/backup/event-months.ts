import type pg from 'pg';
import { isId } from '../../ids.ts';

/** A part of the events: ids from `from` on and before `until`. Null: from the beginning. */
export interface BackupMonth {
  name: string;
  from: string | null;
  until: string;
}

/** The parts of the events in this database, but for the one that takes what no other does. */
export async function readMonths(client: pg.ClientBase): Promise<BackupMonth[]> {
  const { rows } = await client.query<BackupMonth>(
    'select name, from_id as from, until_id as until from event_months.months where until_id is not null order by until_id',
  );
  return rows;
}

/** Gives an empty database these parts instead of its own, so that rows come into the month that they were in. */
export async function makeMonths(client: pg.ClientBase, months: readonly BackupMonth[]): Promise<void> {
  for (const { name } of await readMonths(client)) await client.query(`drop table event_months."${name}"`);
  for (const { name, from, until } of months.filter(isSound)) {
    await client.query(
      `create table event_months."${name}" partition of events for values from (${from ? `'${from}'` : 'minvalue'}) to ('${until}')
       with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`,
    );
  }
}

/** A file may hold anything. */
const isSound = ({ name, from, until }: BackupMonth): boolean =>
  /^events_\w+$/.test(name) && (from === null || isId(from)) && isId(until);
