import { empty, run, type Sql, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { byTime } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelections } from '../selection.ts';
import {
  OF_SUBSCRIBERS,
  readSignUps,
  SIGN_UP_STATUSES,
  type SignUp,
  type SignUpStatus,
  STATUS,
  TAKEN,
} from './sign-ups.ts';

const filters = record({
  status: oneOf(SIGN_UP_STATUSES).nullish(),
  since: dateTime().nullish(),
  until: dateTime().nullish(),
});

/** The filters of a page of sign-ups: made at `since` or later, and before `until`. */
export interface SignUpRequest extends PageRequest {
  status?: unknown;
  since?: unknown;
  until?: unknown;
}

const NEWEST_FIRST = { field: { ...byTime('createdAt', sql`u.created_at`), name: 'created_at' }, ascending: false };

/** The same page of the sign-ups by each form, newest first, in the order of the ids. Throws ValidationError. */
export async function listSignUpsByForms(
  scope: Scope,
  formIds: readonly string[],
  request: SignUpRequest,
): Promise<Page<SignUp>[]> {
  const { status, since, until } = parse(filters, request);
  if (since && until && until <= since)
    throw new ValidationError([{ path: ['until'], problem: 'must be after since.' }]);
  return readSelections<SignUp>(scope, formIds, request, {
    ...{ from: needsSubscribers(status) ? OF_SUBSCRIBERS : sql`sign_ups u`, id: sql`u.id`, order: NEWEST_FIRST },
    where: sql`u.team_id = ${scope.team.id}::int and u.form_id = owner.id and ${TAKEN}
      ${since == null ? empty : sql`and u.created_at >= ${since}::timestamptz`}
      ${until == null ? empty : sql`and u.created_at < ${until}::timestamptz`}
      ${ofStatus(status)}`,
    read: (ids) => readSignUps(scope, ids),
  });
}

/** The others are told by the sign-ups alone, which are many. */
const needsSubscribers = (status: SignUpStatus | null | undefined): boolean =>
  status === 'unconfirmed' || status === 'subscribed';

function ofStatus(status: SignUpStatus | null | undefined): Sql {
  if (status == null) return empty;
  return needsSubscribers(status) ? sql`and ${STATUS} = ${status}` : sql`and u.outcome = ${status}`;
}

/** How many sign-ups of a form are in each status. */
export type SignUpCounts = Record<SignUpStatus, number>;

/** What became of the sign-ups by each form, in the order of the ids. One statement. */
export async function countByOutcome({ db, team }: Scope, formIds: readonly string[]): Promise<SignUpCounts[]> {
  const rows = await run<{ formId: string; status: SignUpStatus; count: number }>(
    db,
    sql`select u.form_id::text as "formId", ${STATUS} as status, count(*)::int as count from ${OF_SUBSCRIBERS}
        where u.team_id = ${team.id}::int and u.form_id = any(${[...formIds]}::uuid[]) and ${TAKEN} group by 1, 2`,
  );
  const counts = new Map(formIds.map((id) => [id, { unconfirmed: 0, subscribed: 0, already_subscribed: 0 }]));
  for (const { formId, status, count } of rows) counts.get(formId)![status] = count;
  return formIds.map((id) => counts.get(id)!);
}
