import { type Database, empty, join, raw, type Sql, sql } from './connect.ts';
import { isDistributed } from './layout.ts';

/** Keys to find in the rows of a table. */
export interface KeysOf {
  /** The table and its alias. */
  rows: Sql;
  /** Expressions over a row, by name. Names must come from our code. With distributed tables, the team is one of them. */
  keys: Record<string, Sql>;
  /** Predicate over a row. An index over the keys has this condition. */
  indexed: Sql;
  /** Further predicate over a row. Default: none. */
  where?: Sql;
}

/**
 * The distinct keys of all rows for which the predicates are true, as a subquery. It looks into an index a few times for each
 * key, however many rows the key has. Skipping from key to key does not work across machines: there each reads the index entries of its
 * rows, all in parallel.
 */
export function distinctKeys(db: Database, { rows, keys, indexed, where }: KeysOf): Sql {
  const columns = Object.entries(keys).map(([name, key]) => sql`${key} as ${raw(name)}`);
  const key = sql`(${join(Object.values(keys))})`;
  if (isDistributed(db))
    return sql`(select ${join(columns)} from ${rows} where ${indexed} and ${where ?? sql`true`} group by ${join(Object.values(keys))})`;
  const found = sql`(${join(Object.keys(keys).map((name) => raw(`found.${name}`)))})`;
  const first = (more: Sql) =>
    sql`(select ${join(columns)} from ${rows} where ${indexed} ${more} order by ${join(Object.values(keys))} limit 1)`;
  const isHere = sql`cross join lateral (select from ${rows} where ${key} = ${found} and ${indexed} and ${where} limit 1) one`;
  return sql`(
    with recursive found as (
      ${first(empty)}
      union all
      select next.* from found cross join lateral ${first(sql`and ${key} > ${found}`)} next
    )
    select found.* from found ${where ? isHere : empty})`;
}
