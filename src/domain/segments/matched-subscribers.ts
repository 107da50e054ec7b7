import { empty, runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Prisma, Subscriber } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { matchesSearch } from '../audience/search.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { compile } from './compile.ts';
import { countAll, matching } from './counting.ts';
import { readSegmentContext } from './read-context.ts';
import type { Segment } from './segments.ts';

/** The relations that Pothos asks to load with the rows. */
type Query = Pick<Prisma.SubscriberFindManyArgs, 'include'>;

/** Further filters on a page of subscribers. */
interface Filters {
  email?: string;
  status?: string | null;
  tagId?: number;
  search?: string | null;
}

/** A page of the subscribers that a segment matches, newest first. */
export async function listMatching(
  scope: Scope,
  { listId, conditions }: Segment,
  request: PageRequest,
  query: Query = {},
  filters: Filters = {},
): Promise<Page<Subscriber>> {
  const context = await readSegmentContext(scope, [listId], [conditions]);
  return listByPredicate(scope, matching(scope, listId, compile(conditions, context)), request, query, filters);
}

/** A page of the subscribers that a predicate over `s` matches, newest first. */
export function listByPredicate(
  scope: Scope,
  holds: Sql,
  request: PageRequest,
  query: Query,
  filters: Filters,
): Promise<Page<Subscriber>> {
  const predicate = sql`${holds} ${narrowing(filters)}`;
  return readPage(request, {
    find: async ({ where, orderBy, take, skip }) => {
      const ids = await findIds(scope, predicate, where, orderBy, take, skip);
      return scope.db.subscriber.findMany({ ...query, where: { teamId: scope.team.id, id: { in: ids } }, orderBy });
    },
    count: async () => (await countAll(scope, [predicate]))[0] as number,
  });
}

const narrowing = ({ email, status, tagId, search }: Filters): Sql => sql`
  ${email === undefined ? empty : sql`and s.email = ${email}::text`}
  ${status == null ? empty : sql`and s.status = ${status}::"SubscriberStatus"`}
  ${tagId === undefined ? empty : sql`and s.tag_ids @> ${[tagId]}::int[]`}
  ${search == null ? empty : sql`and ${matchesSearch(search)}`}`;

type Cursor = { id?: { lt?: string; gt?: string } };

async function findIds(
  scope: Scope,
  predicate: Sql,
  where: Cursor,
  orderBy: object[],
  take: number,
  skip: number,
): Promise<string[]> {
  const { lt, gt } = where.id ?? {};
  const [order] = orderBy as [{ id: 'asc' | 'desc' }];
  const beyond = lt ? sql`and s.id < ${lt}::uuid` : gt ? sql`and s.id > ${gt}::uuid` : empty;
  const rows = await runOnce<{ id: string }>(
    scope.db,
    sql`select s.id from subscribers s where ${predicate} ${beyond}
        order by s.id ${order.id === 'asc' ? sql`asc` : sql`desc`} limit ${take} offset ${skip}`,
  );
  return rows.map(({ id }) => id);
}
