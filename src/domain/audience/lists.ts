import type { z } from 'zod';
import { empty, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import type { List, Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { senderAddress } from '../../validation/email.ts';
import { locale } from '../../validation/locale.ts';
import { bulkHeaders } from '../../validation/message-headers.ts';
import { filled, oneLine, optionalText, record, text, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { columnsByField } from '../columns-by-field.ts';
import { found, idOf } from '../found.ts';
import { beyondCursor, orderOfSlice } from '../keyset.ts';
import { announceChange } from '../live-changes.ts';
import { byName, orderBy, orderOf } from '../ordering.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { together } from '../read-together.ts';
import { containsWords } from '../search.ts';
import { signalListDeleted } from '../signals/people-who-left.ts';
import { refuseUnknownTransport, transportChoice } from '../transports/choose.ts';
import { notifyOfDeletions } from './notify-of-deletions.ts';

export type { List };

export const listInput = record({
  name: filled(255),
  locale: optionalText(locale()),
  fromEmail: senderAddress(),
  fromName: optionalText(oneLine(255)),
  requiresConfirmation: yesOrNo().nullish(),
  headers: bulkHeaders(),
  transportId: transportChoice().nullish(),
});

export const listChange = listInput.partial({ name: true, fromEmail: true });

/** Null is the default. */
const columnsOf = columnsByField<z.output<typeof listChange>, Partial<Prisma.ListCreateManyInput>>({
  name: (name) => ({ name }),
  locale: (locale) => ({ locale: locale ?? 'en' }),
  fromEmail: (fromEmail) => ({ fromEmail }),
  fromName: (fromName) => ({ fromName }),
  requiresConfirmation: (requiresConfirmation) => ({ requiresConfirmation: requiresConfirmation ?? false }),
  headers: (headers) => ({ headers }),
  transportId: (transportId) => ({ transportId }),
});

/** Creates a list. Throws ValidationError. */
export async function createList(scope: Scope, input: unknown): Promise<List> {
  const given = parse(listInput, input);
  await refuseUnknownTransport(scope, given.transportId);
  const { name, fromEmail } = given;
  const id = newId();
  return transaction(scope, async (scope) => {
    await announceChange(scope, 'list', id);
    return scope.db.list.create({ data: { ...columnsOf(given), name, fromEmail, teamId: scope.team.id, id } });
  });
}

/** Changes the given fields. Null resets a field to its default. Throws NotFoundError, ValidationError. */
export async function updateList(scope: Scope, id: unknown, input: unknown): Promise<List> {
  const list = await readList(scope, id);
  const given = parse(listChange, input);
  await refuseUnknownTransport(scope, given.transportId);
  return transaction(scope, async (scope) => {
    const [changed] = await scope.db.list.updateManyAndReturn({
      where: { teamId: scope.team.id, id: list.id },
      data: { ...columnsOf(given), updatedAt: scope.now() },
    });
    await announceChange(scope, 'list', list.id);
    return found(changed);
  });
}

/**
 * Deletes a list with its subscribers, segments and campaigns; people, events and mails stay. Returns the deleted list.
 * Throws NotFoundError, and ConflictError while a campaign to the list is being sent.
 */
export async function deleteList(scope: Scope, id: unknown): Promise<List> {
  const list = await readList(scope, id);
  return transaction(
    scope,
    async (scope) => {
      await signalListDeleted(scope, list.id);
      await notifyOfDeletions(scope, sql`s.list_id = ${list.id}::uuid`);
      const where = { teamId: scope.team.id, id: list.id };
      const idle = { campaigns: { none: { status: 'sending' as const } } };
      const { count } = await scope.db.list.deleteMany({ where: { ...where, ...idle } });
      if (count === 0 && (await scope.db.list.count({ where })) > 0) {
        throw new ConflictError('SENDING', 'A campaign to the list is being sent. Cancel it first.');
      }
      await announceChange(scope, 'list', list.id);
      return found(count > 0 ? list : null);
    },
    LONG_MS,
  );
}

/** Returns one list. Throws NotFoundError. */
export async function readList(scope: Scope, id: unknown): Promise<List> {
  const [list] = await readTogether(scope, [idOf(id)]);
  return found(list);
}

const MOST_AT_ONCE = 100;

const readTogether = together<string, List>(
  async (scope, ids) => new Map((await readLists(scope, ids)).map((list) => [list.id, list])),
  MOST_AT_ONCE,
);

/** Returns one list and locks it against deletion until the transaction ends. Throws NotFoundError. */
export async function lockList(scope: Scope, id: unknown): Promise<List> {
  const [list] = await readLists(scope, [idOf(id)], sql`for key share`);
  return found(list);
}

/** Returns the team's lists with these ids, in no particular order, in one statement. */
export function readLists(scope: Scope, ids: readonly string[], lock: Sql = empty): Promise<List[]> {
  return run<List>(
    scope.db,
    sql`select ${COLUMNS} from lists where team_id = ${scope.team.id} and id = any(${[...ids]}::uuid[]) ${lock}`,
  );
}

const COLUMNS = sql`team_id as "teamId", id, name, locale, from_email as "fromEmail", from_name as "fromName",
  requires_confirmation as "requiresConfirmation", transport_id::text as "transportId", headers,
  created_at as "createdAt", updated_at as "updatedAt"`;

export const LIST_ORDER_FIELDS = ['created_at', 'name'] as const;

const ORDERS = { name: byName('name', sql`name`) };

export const listFilters = record({ search: text(255).nullish(), orderBy: orderBy(LIST_ORDER_FIELDS) });

/** The filter and the order of a page of lists. */
export interface ListRequest extends PageRequest {
  search?: unknown;
  orderBy?: unknown;
}

/** A page of the team's lists, newest first by default, filtered by words of the name. Throws ValidationError. */
export async function listLists(scope: Scope, request: ListRequest): Promise<Page<List>> {
  const { search, ...asked } = parse(listFilters, request);
  const order = orderOf(asked.orderBy, ORDERS);
  const read = search == null ? run : runOnce; // not worth preparing a statement for each number of words
  const named = search == null ? empty : sql`and ${containsWords(sql`lower(name)`, search)}`;
  const all = sql`from lists where team_id = ${scope.team.id} ${named}`;
  const columns = { id: sql`id`, by: order.field };
  return readPage<List>(request, {
    order,
    find: (_, slice) =>
      read<List>(
        scope.db,
        sql`select ${COLUMNS} ${all} and ${beyondCursor(slice, columns)}
            order by ${orderOfSlice(slice, columns)} limit ${slice.take} offset ${slice.skip}`,
      ),
    count: async () =>
      (await read<{ count: number }>(scope.db, sql`select count(*)::int as count ${all}`))[0]?.count ?? 0,
  });
}

/** Counts the people with the status `subscribed` on each list, in one statement. */
export async function countSubscribed(scope: Scope, listIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await run<{ id: string; count: number }>(
    scope.db,
    sql`select list_id as id, count(*)::int as count from subscribers
        where team_id = ${scope.team.id} and list_id = any(${[...listIds]}::uuid[]) and status = 'subscribed'
        group by list_id`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
