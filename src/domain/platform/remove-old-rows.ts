import { daysAgo } from '../../database/clock.ts';
import { type Database, raw, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';

const CHUNK = 2_000;

/** Rows that are removed by their age: which table, whose they are, and which of an owner stay. */
export interface Aging {
  /** Its ids count up, and `at` is when it happened. */
  table: 'subscriber_changes' | 'touches' | 'feedback';
  owner: 'person_key' | 'subscriber_id';
  /** Condition of an old row `t`: nothing needs it any more, besides that a newer row `n` of its owner is there. */
  isNeedless?: Sql;
  /** Condition of a newer row `n`: it says as much as the old row `t`. Default: any does. */
  replaces?: Sql;
  /**
   * Deletes a chunk in a transaction of its own, and returns how many rows. `old` selects their ids, and `deleting` is the statement up to
   * what it returns of the rows `t`. Default: it does no more.
   */
  remove?(scope: Scope, old: Sql, deleting: Sql): Promise<number>;
}

/**
 * Removes rows that are more than `days` days old, but for the newest of each owner, which says how things stand
 * (docs/adr/0169). It walks over the rows in the order of their ids, in chunks, each a transaction, and each team remembers how far it
 * came. Returns how many. Safe to repeat.
 */
export async function removeOldRows(db: Database, days: number, aging: Aging): Promise<number> {
  const before = daysAgo(db, days);
  const teams = await run<{ id: number; from: string | null }>(
    db,
    sql`select id, removed_to ->> ${aging.table}::text as "from" from teams order by id`,
  );
  let removed = 0;
  for (const { id, from } of teams) {
    // The ids of several machines do not follow each other.
    const start = isDistributed(db) ? '0' : (from ?? '0');
    removed += await removeOf(createScope(db, { id }, WORKER), aging, start, before);
  }
  return removed;
}

async function removeOf(scope: Scope, aging: Aging, start: string, before: Date): Promise<number> {
  let removed = 0;
  let passed = start;
  let hasMetYoung = false;
  for (let after: string | null = start; after !== null; ) {
    const chunk: Chunk = await nextRows(scope, aging, after, before);
    if (chunk.old > 0) removed += await removeChunk(scope, aging, { after, last: chunk.last!, before });
    if (!hasMetYoung) passed = chunk.passed ?? passed;
    hasMetYoung ||= chunk.passed !== chunk.last;
    after = chunk.old === 0 ? null : chunk.last;
  }
  if (passed !== start) await remember(scope, aging.table, passed);
  return removed;
}

interface Chunk {
  /** How many are old enough. */
  old: number;
  last: string | null;
  /** The last id before the first row that is too young. */
  passed: string | null;
}

async function nextRows({ db, team }: Scope, { table }: Aging, after: string, before: Date): Promise<Chunk> {
  const [row] = await runOnce<Chunk>(
    db,
    sql`select count(*) filter (where is_old)::int as old, max(id)::text as last, max(id) filter (where all_old)::text as passed
        from (select id, at < ${before}::timestamptz as is_old, bool_and(at < ${before}::timestamptz) over (order by id) as all_old
              from (select id, at from ${raw(table)} where team_id = ${team.id}::int and id > ${after}::bigint
                    order by id limit ${CHUNK}) next) judged`,
  );
  return row!;
}

interface Span {
  after: string;
  last: string;
  before: Date;
}

/** With the rows of a chunk go older ones of their owners, which stayed because they were the newest. */
function removeChunk(scope: Scope, aging: Aging, { after, last, before }: Span): Promise<number> {
  const { table, owner, isNeedless = sql`false`, replaces = sql`true`, remove = justDelete } = aging;
  const { id: team } = scope.team;
  const [rows, whose] = [raw(table), raw(owner)];
  const owners = sql`select distinct c.${whose} from ${rows} c
    where c.team_id = ${team}::int and c.id > ${after}::bigint and c.id <= ${last}::bigint and c.at < ${before}::timestamptz`;
  const newer = sql`select from ${rows} n
    where n.team_id = ${team}::int and n.${whose} = t.${whose} and (n.at, n.id) > (t.at, t.id) and ${replaces}`;
  const old = sql`select t.id from ${rows} t
    where t.team_id = ${team}::int and t.${whose} = any(array(${owners})) and t.id <= ${last}::bigint
      and t.at < ${before}::timestamptz and (${isNeedless} or exists (${newer}))`;
  const deleting = sql`with old as materialized (${old} order by t.id for update of t skip locked)
    delete from ${rows} t using old where t.team_id = ${team}::int and t.id = old.id`;
  return transaction(scope, (scope) => remove(scope, old, deleting));
}

const justDelete = async ({ db }: Scope, _: Sql, deleting: Sql): Promise<number> =>
  (await runOnce(db, sql`${deleting} returning 1`)).length;

const remember = ({ db, team }: Scope, table: string, to: string) =>
  run(
    db,
    sql`update teams set removed_to = removed_to || jsonb_build_object(${table}::text, ${to}::bigint) where id = ${team.id}::int returning id`,
  );
