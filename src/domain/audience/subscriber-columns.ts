import { columnsOf } from '../../database/columns.ts';
import { type Sql, sql } from '../../database/connect.ts';
import { shownAttributes } from './shown-attributes.ts';

/** The columns of `subscribers s` that make a Subscriber. `attributes`: as shown. */
export const subscriberColumns = (attributes: Sql): Sql =>
  sql`${columnsOf('Subscriber', { of: 's', without: ['attributes', 'removals'] })},
  ${attributes} as attributes, coalesce(s.removals, '{}') as removals`;

/** Like `subscriberColumns`, for a statement that reads subscribers of one team. */
export const subscriberColumnsOf = (teamId: number): Sql => subscriberColumns(shownAttributes(sql`${teamId}::int`));

/** Statement: the subscribers of a team with these ids, in no particular order. */
export const subscribersById = (teamId: number, ids: readonly string[]): Sql =>
  sql`select ${subscriberColumnsOf(teamId)} from subscribers s
      where s.team_id = ${teamId} and s.id = any(${[...ids]}::uuid[])`;
