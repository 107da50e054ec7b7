import { daysAgo } from '../../database/clock.ts';
import { type Database, raw, run, runOnce, type Sql, sql } from '../../database/connect.ts';
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
  const teams = await run<{ id: number; positions: Positions }>(
    db,
    sql`select id, (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(removed_to)) as positions
        from teams order by id`,
  );
  let removed = 0;
  for (const { id, positions } of teams)
    removed += await removeOf(createScope(db, { id }, WORKER), aging, positions, before);
  return removed;
}

/** The last ids that were looked through. */
type Positions = Readonly<Record<string, string>>;

/**
 * Each machine that inserts rows numbers them upwards, with its own number in the upper 16 bits. A team's rows have several
 * numberings if its tables were distributed, or moved to another machine. Otherwise that number is 0.
 */
const NUMBERING_BITS = 48n;

const startOf = (machine: number): bigint => BigInt(machine) << NUMBERING_BITS;

/** Walks over the rows of each machine, whose ids alone follow each other in time. */
async function removeOf(scope: Scope, aging: Aging, positions: Positions, before: Date): Promise<number> {
  let removed = 0;
  for (let machine: number | null = 0; machine !== null; ) {
    const name = machine === 0 ? aging.table : `${aging.table}.${machine}`;
    const [first, end] = [startOf(machine), startOf(machine + 1)];
    const position = BigInt(positions[name] ?? 0);
    // Earlier versions remembered one position for all machines.
    const start = position > first && position <= end ? position : first;
    const walk: Walk = await walkOver(scope, aging, { after: `${start}`, end: `${end}`, before });
    if (walk.passed !== `${start}`) await remember(scope, name, walk.passed);
    removed += walk.removed;
    machine = walk.nextMachine;
  }
  return removed;
}

interface Walk {
  removed: number;
  /** The last id before the first row that is too young. */
  passed: string;
  /** The next machine whose numbering the team's rows have. */
  nextMachine: number | null;
}

interface Span {
  /** Not included. */
  after: string;
  end: string;
  before: Date;
}

async function walkOver(scope: Scope, aging: Aging, { after: start, end, before }: Span): Promise<Walk> {
  const walk: Walk = { removed: 0, passed: start, nextMachine: null };
  let hasMetYoung = false;
  for (let after: string | null = start; after !== null; ) {
    const chunk: Chunk = await nextRows(scope, aging, { after, end, before });
    if (chunk.old > 0)
      walk.removed += await removeChunk(scope, aging, { after, end: chunk.last!, before }, chunk.newest!);
    if (!hasMetYoung) walk.passed = chunk.passed ?? walk.passed;
    hasMetYoung ||= chunk.passed !== chunk.last;
    walk.nextMachine = chunk.nextMachine;
    after = chunk.old === 0 ? null : chunk.last;
  }
  return walk;
}

interface Chunk {
  /** How many are old enough. */
  old: number;
  /** The time of the newest of these. */
  newest: Date | null;
  last: string | null;
  /** The last id before the first row that is too young. */
  passed: string | null;
  nextMachine: number | null;
}

async function nextRows({ db, team }: Scope, { table }: Aging, { after, end, before }: Span): Promise<Chunk> {
  const rows = raw(table);
  const [row] = await runOnce<Chunk>(
    db,
    sql`select count(*) filter (where is_old)::int as old, max(at) filter (where is_old) as newest, max(id)::text as last,
          max(id) filter (where all_old)::text as passed,
          (select ((min(o.id) - 1) >> ${Number(NUMBERING_BITS)}::int)::int from ${rows} o
           where o.team_id = ${team.id}::int and o.id > ${end}::bigint) as "nextMachine"
        from (select id, at, at < ${before}::timestamptz as is_old, bool_and(at < ${before}::timestamptz) over (order by id) as all_old
              from (select id, at from ${rows}
                    where team_id = ${team.id}::int and id > ${after}::bigint and id <= ${end}::bigint
                    order by id limit ${CHUNK}) next) judged`,
  );
  return row!;
}

/** With the old rows of a chunk go older ones of their owners, which stayed because they were the newest. `newest`: of the chunk. */
function removeChunk(scope: Scope, aging: Aging, { after, end, before }: Span, newest: Date): Promise<number> {
  const { table, owner, isNeedless = sql`false`, replaces = sql`true`, remove = justDelete } = aging;
  const { id: team } = scope.team;
  const [rows, whose] = [raw(table), raw(owner)];
  const owners = sql`select distinct c.${whose} from ${rows} c
    where c.team_id = ${team}::int and c.id > ${after}::bigint and c.id <= ${end}::bigint and c.at < ${before}::timestamptz`;
  const newer = sql`select from ${rows} n
    where n.team_id = ${team}::int and n.${whose} = t.${whose} and (n.at, n.id) > (t.at, t.id) and ${replaces}`;
  const old = sql`select t.id from ${rows} t
    where t.team_id = ${team}::int and t.${whose} = any(array(${owners})) and t.at <= ${newest}::timestamptz
      and (${isNeedless} or exists (${newer}))`;
  const deleting = sql`with old as materialized (${old} order by t.id for update of t skip locked)
    delete from ${rows} t using old where t.team_id = ${team}::int and t.id = old.id`;
  return transaction(scope, (scope) => remove(scope, old, deleting));
}

const justDelete = async ({ db }: Scope, _: Sql, deleting: Sql): Promise<number> =>
  (await runOnce(db, sql`${deleting} returning 1`)).length;

const remember = ({ db, team }: Scope, name: string, to: string) =>
  run(
    db,
    sql`update teams set removed_to = removed_to || jsonb_build_object(${name}::text, ${to}::bigint) where id = ${team.id}::int returning id`,
  );
