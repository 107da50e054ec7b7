import type { Client } from 'pg';
import type { TrafficReport } from './traffic.ts';

const TABLES = [
  ['events', 'events', 'reference'],
  ['subscribers', 'subscribers', 'email'],
  ['mails', 'transactional_mails', 'id::text'],
] as const;

/** Looks for all acknowledged data. Prints how much it is. Throws for missing data. */
export async function lostWrites(client: Client, reports: readonly TrafficReport[]): Promise<string> {
  const counts: string[] = [];
  for (const [name, table, column] of TABLES) {
    const acknowledged = reports.flatMap((report) => report[name]);
    const { rows } = await client.query(
      `select count(*)::int as lost from unnest($1::text[]) wanted
       where not exists (select from ${table} where team_id = 1 and ${column} = wanted)`,
      [acknowledged],
    );
    if (rows[0].lost > 0) throw new Error(`${rows[0].lost} of ${acknowledged.length} ${name} are lost`);
    counts.push(`${acknowledged.length} ${name}`);
  }
  return `acknowledged and there: ${counts.join(', ')}`;
}
