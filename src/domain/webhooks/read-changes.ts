import type { Vault } from '../../crypto/vault.ts';
import { run, type Sql, sql } from '../../database/connect.ts';
import { CursorExpiredError, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { type ChangeFilter, OLDEST } from './change-filters.ts';
import { beginFeed, isInUse, noteUse } from './feed.ts';
import { waitForOlderWriters } from './older-writers.ts';

/** A change as the feed shows it. */
export interface ShownChange {
  /** Its number, which as text is its cursor. */
  sequence: number;
  kind: string;
  /** JSON: the body of its webhook notification. */
  body: string;
}

/** Changes in their order. */
export interface ChangePage {
  changes: ShownChange[];
  /** Where to continue: everything before was read, or is of another kind. */
  cursor: string;
  hasMore: boolean;
}

interface Row {
  from: string;
  /** The number of the last removed change of each kind. */
  removed: Record<string, number>;
  head: string;
  usedAt: Date;
  begunAt: Date;
  /** Null: there is no change. */
  sequence: string | null;
  kind: string;
  body: string;
}

/** For this long after a feed began, somebody may still be writing who did not see it. No transaction takes longer. */
const BEGINNING_MS = 3_600_000;

const NEVER_GIVEN = { path: ['after'], problem: 'must be a cursor from an earlier response to this team.' };

/**
 * The team's next changes after the cursor, in order; without a cursor none, and the cursor of this moment. Begins the feed if it is
 * not in use. Throws CursorExpiredError for a cursor whose next changes are gone, ValidationError for one that was never given out.
 */
export async function readChanges(scope: Scope, vault: Vault, filter: ChangeFilter): Promise<ChangePage> {
  const rows = await readRows(scope, filter);
  const [feed] = rows;
  const { after, first } = filter;
  if (!feed) {
    if (typeof after === 'number') throw new CursorExpiredError();
    await beginFeed(scope, vault);
    return readChanges(scope, vault, filter);
  }
  const head = Number(feed.head);
  if (typeof after === 'number') {
    if (after < Number(feed.from) || after < lastRemoved(feed.removed, filter.kinds)) throw new CursorExpiredError();
    if (after > head) throw new ValidationError([NEVER_GIVEN]);
  } else if (scope.now().getTime() - feed.begunAt.getTime() < BEGINNING_MS) {
    await waitForOlderWriters(scope.db, feed.begunAt);
  }
  await noteUse(scope, feed.usedAt);
  const found = rows.flatMap(({ sequence, kind, body }) =>
    sequence === null ? [] : { sequence: Number(sequence), kind, body },
  );
  const hasMore = found.length > first;
  const changes = found.slice(0, first);
  return { changes, cursor: String(hasMore ? changes.at(-1)!.sequence : head), hasMore };
}

/** The number of the last removed change of these kinds; null is all. */
const lastRemoved = (removed: Row['removed'], kinds: ChangeFilter['kinds']): number =>
  Math.max(0, ...(kinds ? kinds.map((kind) => removed[kind] ?? 0) : Object.values(removed)));

/**
 * The state of the feed and its next changes, in one statement: between two, changes could be removed or added. Changes get their
 * numbers under a lock that lasts until they are committed, so that none appears before one that was read.
 */
function readRows({ db, team, now }: Scope, filter: ChangeFilter): Promise<Row[]> {
  const { found, shown, order } = filter.after === null ? NOTHING : nextChanges(team.id, filter);
  return run<Row>(
    db,
    sql`select w.feed_from::text as "from", coalesce(w.feed_removed, '{}') as removed, t.sequence::text as head, w.feed_used_at as "usedAt", w.updated_at as "begunAt",
               ${shown}
        from webhooks w join webhook_turns t on t.team_id = w.team_id ${found}
        where w.team_id = ${team.id}::int and ${isInUse(now())}
        ${order} limit ${filter.first + 1}::int`,
  );
}

/** Without a cursor, no change is shown. Citus refuses a join that never holds. */
const NOTHING: Next = {
  found: sql``,
  shown: sql`null::text as sequence, null::text as kind, null::text as body`,
  order: sql``,
};

/** Parts of the statement. */
interface Next {
  found: Sql;
  shown: Sql;
  order: Sql;
}

function nextChanges(teamId: number, { after, kinds }: ChangeFilter): Next {
  const place = after === OLDEST ? sql`true` : sql`c.sequence > ${after}::bigint`;
  const wanted = kinds === null ? sql`true` : sql`c.kind = any(${[...kinds]}::text[])`;
  return {
    found: sql`left join changes c on c.team_id = w.team_id and c.team_id = ${teamId}::int and c.sequence > w.feed_from
            and ${place} and ${wanted}`,
    shown: sql`c.sequence::text as sequence, c.kind, c.body`,
    order: sql`order by c.sequence`,
  };
}
