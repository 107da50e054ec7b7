import { sql } from '../../database/connect.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { normaliseEmail } from '../../validation/email.ts';
import { oneOf, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import { SUBSCRIBER_STATUSES, type Subscriber } from '../audience/subscribers.ts';
import { slugOf } from '../audience/tags.ts';
import { found } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { listByPredicate, listMatching } from './matched-subscribers.ts';
import { readSegment } from './segments.ts';

/** The relations that Pothos asks to load with the rows. */
type Query = Pick<Prisma.SubscriberFindManyArgs, 'include'>;

const filters = record({
  email: text(320).nullish(),
  status: oneOf(SUBSCRIBER_STATUSES).nullish(),
  tag: text(100).nullish(),
  search: text(255).nullish(),
});

/**
 * A page of the subscribers of a list, newest first, filtered by address, status, tag, search words or segment.
 * Throws NotFoundError for the list or the segment, ValidationError for a filter.
 */
export async function listSubscribers(
  scope: Scope,
  listId: unknown,
  request: PageRequest & { email?: unknown; status?: unknown; tag?: unknown; search?: unknown; segmentId?: unknown },
  query: Query = {},
): Promise<Page<Subscriber>> {
  const list = await readList(scope, listId);
  const segment = request.segmentId == null ? undefined : await readSegment(scope, request.segmentId);
  if (segment) found(segment.listId === list.id || null);
  const { email: address, status, tag, search } = parse(filters, request);
  const email = address == null ? undefined : (normaliseEmail(address) ?? '');
  const tagged = tag == null ? undefined : await tagId(scope, tag);
  const narrowed = { email, status, tagId: tagged, search };
  if (segment) return listMatching(scope, segment, request, query, narrowed);
  if (search != null) {
    const ofList = sql`s.team_id = ${scope.team.id} and s.list_id = ${list.id}::uuid`;
    return listByPredicate(scope, ofList, request, query, narrowed);
  }
  const where: Prisma.SubscriberWhereInput = {
    teamId: scope.team.id,
    listId: list.id,
    ...(email !== undefined && { email }),
    ...(status != null && { status }),
    ...(tagged !== undefined && { tagIds: { has: tagged } }),
  };
  return readPage(request, {
    find: (args) => scope.db.subscriber.findMany({ ...query, ...args, where: { AND: [where, args.where] } }),
    count: () => scope.db.subscriber.count({ where }),
  });
}

const NO_TAG = -1;

async function tagId(scope: Scope, name: string): Promise<number> {
  const where = { teamId_slug: { teamId: scope.team.id, slug: slugOf(name) } };
  return (await scope.db.tag.findUnique({ where }))?.id ?? NO_TAG;
}
