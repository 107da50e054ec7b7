import { type Database, raw, type Sql, sql } from './connect.ts';
import { isDistributed } from './layout.ts';

/** Rows for one statement. */
export interface Portion<Item> {
  /** The teams of `items`, each once. */
  teams: number[];
  items: Item[];
}

/** The team of a row. */
export const teamOf = ({ teamId }: { teamId: number }): number => teamId;

/**
 * Divides rows of many teams into portions that one statement may lock or write: all rows on one machine, one team's rows where
 * tables are distributed.
 */
export function byTeam<Item>(db: Database, items: readonly Item[], team: (item: Item) => number): Portion<Item>[] {
  const teams = new Map<number, Item[]>();
  for (const item of items) {
    const others = teams.get(team(item));
    if (others) others.push(item);
    else teams.set(team(item), [item]);
  }
  if (!isDistributed(db)) return items.length > 0 ? [{ teams: [...teams.keys()], items: [...items] }] : [];
  return [...teams].map(([team, ofTeam]) => ({ teams: [team], items: ofTeam }));
}

/** Marks statements that are not sent where tables are distributed. A test checks all others against the rules. */
export const ON_ONE_MACHINE = '/* on one machine */';

/**
 * `and column = team` if there is only one team, by which a distributed database finds the machine. Empty for several teams; the
 * statement then joins the team's column with a row that has it.
 */
export const ofOne = (teams: readonly number[], column: Sql): Sql =>
  teams.length === 1 ? sql`and ${column} = ${teams[0]}::int` : raw(ON_ONE_MACHINE);

/**
 * `column = any(teams)`, or `column = team` if there is only one, for statements that read rows of several teams: a distributed
 * database then asks only their machines.
 */
export function ofTeams(column: Sql, rows: readonly { teamId: number }[]): Sql {
  const teams = teamsOf(rows);
  return teams.length === 1 ? sql`${column} = ${teams[0]}::int` : sql`${column} = any(${teams}::int[])`;
}

/**
 * The team of rows in a subquery or an outer join: its value if there is only one, else `column`. A distributed database asks all
 * machines when a subquery names its team by a column.
 */
export function teamIn(column: Sql, rows: readonly { teamId: number }[]): Sql {
  const teams = teamsOf(rows);
  return teams.length === 1 ? sql`${teams[0]}::int` : column;
}

const teamsOf = (rows: readonly { teamId: number }[]): number[] => [...new Set(rows.map(teamOf))];
