import { followClock } from '../../src/database/clock.ts';
import type { TestApp } from './app.ts';
import { onEveryMachine } from './machines.ts';
import { closeConnections, keepConnections } from './statement.ts';

/** A clock of the database that a test sets. Its seconds pass normally. */
export interface SimulatedClock {
  /** Sets it for the database, and for the program. */
  set(moment: string | Date): Promise<void>;
}

const SCHEMA = `
  create schema simulated;
  create table simulated.shift (by interval not null);
  insert into simulated.shift values ('0');
  create function simulated.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + (select by from simulated.shift)';
  create function simulated.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + (select by from simulated.shift)';`;

/** Overrides PostgreSQL's clock functions. Existing connections keep the real ones. */
export async function simulateClock(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await onEveryMachine(databaseUrl, SCHEMA);
  await onEveryMachine(databaseUrl, `alter database ${name} set search_path = public, simulated, pg_catalog`);
  closeConnections(databaseUrl); // open connections keep their search path
  keepConnections(databaseUrl);
}

/** Sets the offset of the clock on all machines, as a PostgreSQL interval. */
export const shiftClock = (databaseUrl: string, by: string) =>
  onEveryMachine(databaseUrl, `update simulated.shift set by = '${by}'`);

/** The clock of an installation opened with `simulatedClock`. */
export const clockOf = ({ databaseUrl, installation }: TestApp): SimulatedClock => ({
  set: async (moment) => {
    const by = new Date(moment).getTime() - Date.now(); // the same on all machines
    await shiftClock(databaseUrl, `${by} milliseconds`);
    (await followClock(installation.connection.db, databaseUrl))();
  },
});
