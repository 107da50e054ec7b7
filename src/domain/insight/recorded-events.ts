import { empty, run, type Sql, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { firstIdAt, personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { addressFilter } from '../../validation/email.ts';
import { record, text } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { beyondCursor, orderOfSlice } from '../keyset.ts';
import { byTime } from '../ordering.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { type PersonalEvent, readPersonalEvents } from './events.ts';

/** The filters of a page of recorded events. */
export interface RecordedRequest extends PageRequest {
  email?: unknown;
  name?: unknown;
  since?: unknown;
  until?: unknown;
}

export const recordedFilters = record({
  email: addressFilter().nullish(),
  name: text(100).nullish(),
  since: dateTime().nullish(),
  until: dateTime().nullish(),
});

/** Counting without a person stops here: a team may have a hundred million. */
const COUNTED = 10_000;

/**
 * A page of the team's events, recorded from `since` until before `until`. With a person or a name as filter, they are ordered
 * by event time, like the index; otherwise by recording time. Throws ValidationError.
 */
export async function listRecordedEvents(scope: Scope, request: RecordedRequest): Promise<Page<PersonalEvent>> {
  const { email, name, since, until } = parse(recordedFilters, request);
  if (since && until && since >= until)
    throw new ValidationError([{ path: ['until'], problem: 'must be after since.' }]);
  const narrowed = email != null || name != null;
  const by = narrowed ? byTime('occurredAt', sql`e.occurred_at`) : undefined;
  const placed = { id: sql`e.id`, by };
  const chosen = sql`from events e where e.team_id = ${scope.team.id}::int
    ${email == null ? empty : sql`and e.person_key = ${personKey(scope.team.id, email)}::uuid`}
    ${name == null ? empty : sql`and e.name = ${name}::text`}
    ${since ? recordedSince(since) : empty} ${until ? recordedBefore(until) : empty}`;
  return readPage<PersonalEvent>(request, {
    ...(narrowed && { by: 'occurredAt' as const }),
    usual: 50,
    max: 200,
    find: async (_, slice) => {
      const found = await run<{ id: string }>(
        scope.db,
        sql`select e.id::text as id ${chosen} and ${beyondCursor(slice, placed)}
            order by ${orderOfSlice(slice, placed)} limit ${slice.take}::int offset ${slice.skip}::int`,
      );
      const ids = found.map(({ id }) => id);
      const events = new Map(
        ids.length === 0 ? [] : (await readPersonalEvents(scope, ids)).map((one) => [one.id, one]),
      );
      return ids.flatMap((id) => events.get(id) ?? []);
    },
    count: async () => {
      const [row] = await run<{ count: number }>(
        scope.db,
        sql`select count(*)::int as count from (select 1 ${chosen} ${email == null ? sql`limit ${COUNTED}::int` : empty}) counted`,
      );
      return row?.count ?? 0;
    },
  });
}

/** Ids begin with the time, which determines the months to read; `created_at` then decides exactly. */
const CLOCK_SET_BACK_MS = 3_600_000;

const recordedSince = (from: Date): Sql =>
  sql`and e.created_at >= ${from}::timestamptz and e.id >= ${firstIdAt(from.getTime() - CLOCK_SET_BACK_MS)}::uuid`;

const recordedBefore = (to: Date): Sql =>
  sql`and e.created_at < ${to}::timestamptz and e.id < ${firstIdAt(to.getTime() + CLOCK_SET_BACK_MS)}::uuid`;
