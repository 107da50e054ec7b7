import { type Sql, sql } from '../../database/connect.ts';

/** Whether a message that only machines opened counts as opened. */
export const MACHINE_OPENS = ['ignore', 'count'] as const;

export type MachineOpens = (typeof MACHINE_OPENS)[number];

/** Predicate over `m`, a message: a machine fetched its pixel. `more`: further conditions on the open `r`. */
export const isOpenedByMachine = (teamId: number, more: Sql = sql`true`): Sql => sql`exists (
  select from reactions r
  where r.team_id = ${teamId}::int and r.message_id = m.id and r.kind = 'open' and r.verdict <> 'human' and ${more})`;
