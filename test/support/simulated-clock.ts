import { followClock } from '../../src/database/clock.ts';
import type { TestApp } from './app.ts';
import { everywhere } from './machines.ts';
import { forget, keep } from './statement.ts';

/** A clock of the database that a test sets. Its seconds pass as always. */
export interface SimulatedClock {
  /** Sets it for the database, and for the program that follows it. */
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

/** Lays the functions of a clock before those of PostgreSQL. What was opened on the database before keeps the real one. */
export async function simulateClock(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await everywhere(databaseUrl, SCHEMA);
  await everywhere(databaseUrl, `alter database ${name} set search_path = public, simulated, pg_catalog`);
  forget(databaseUrl); // what is open has the path as it was
  keep(databaseUrl);
}

/** Sets how far the clock is from the real one, on all machines: an interval of PostgreSQL. */
export const shiftClock = (databaseUrl: string, by: string) =>
  everywhere(databaseUrl, `update simulated.shift set by = '${by}'`);

/** The clock of an installation that was opened with `simulatedClock`. */
export const clockOf = ({ databaseUrl, installation }: TestApp): SimulatedClock => ({
  set: async (moment) => {
    const by = new Date(moment).getTime() - Date.now(); // the same on all machines
    await shiftClock(databaseUrl, `${by} milliseconds`);
    (await followClock(installation.connection.db, databaseUrl))();
  },
});
