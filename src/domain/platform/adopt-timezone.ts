import { type Database, run, sql } from '../../database/connect.ts';
import { timezone } from '../../validation/locale.ts';

/** Gives a team that has no time zone yet the one of its first owner's browser, if that is valid. */
export async function adoptTimezone(db: Database, teamId: number, zone: string | undefined): Promise<void> {
  const { data } = timezone().safeParse(zone);
  if (data === undefined) return;
  await run(db, sql`update teams set timezone = ${data} where id = ${teamId}::int and timezone = 'UTC' returning id`);
}
