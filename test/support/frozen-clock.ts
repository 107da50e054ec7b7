import type { TestApp } from './app.ts';
import { onEveryMachine } from './machines.ts';
import { statement } from './statement.ts';

const FREEZE = `
  create table simulated.moment (at timestamptz not null);
  insert into simulated.moment values (pg_catalog.now());
  create or replace function simulated.now() returns timestamptz language sql stable as 'select at from simulated.moment';`;

const FILL_IN = `${process.env.CITUS_URL ? "set local citus.multi_shard_modify_mode = 'sequential';" : ''}
  do $$ declare found record; begin
    for found in
      select d.adrelid::regclass as "table", a.attname as "column" from pg_attrdef d
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where pg_get_expr(d.adbin, d.adrelid) ~* 'transaction_timestamp|now\\(\\)|current_timestamp'
    loop execute format('alter table %s alter %I set default simulated.now()', found."table", found."column"); end loop;
  end $$;`;

/**
 * Makes the simulated clock of an installation stand still, to the microsecond, also for PostgreSQL's defaults. Returns a
 * function that sets it for the database only: each minute the program reads `clock_timestamp()`, which continues.
 */
export async function freezeClock(api: TestApp): Promise<(moment: Date) => Promise<unknown>> {
  await onEveryMachine(api.databaseUrl, FREEZE);
  await statement(api.databaseUrl, FILL_IN);
  return (moment) => onEveryMachine(api.databaseUrl, `update simulated.moment set at = '${moment.toISOString()}'`);
}
