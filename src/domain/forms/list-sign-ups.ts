import { empty, run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { someOf } from '../../validation/some-of.ts';
import { oneOf, record } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { isAnyOf } from '../is-any-of.ts';
import { byTime } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelections } from '../selection.ts';
import {
  OUTCOMES,
  type Outcome,
  PROCESSED,
  readSignUps,
  SIGN_UP_STATUSES,
  type SignUp,
  type SignUpStatus,
} from './sign-ups.ts';

export const signUpFilters = record({
  status: oneOf(SIGN_UP_STATUSES).nullish(),
  statuses: someOf(SIGN_UP_STATUSES).nullish(),
  since: dateTime().nullish(),
  until: dateTime().nullish(),
});

/** The filters of a page of sign-ups: made at `since` or later, and before `until`. */
export interface SignUpRequest extends PageRequest {
  status?: unknown;
  statuses?: unknown;
  since?: unknown;
  until?: unknown;
}

const NEWEST_FIRST = { field: { ...byTime('createdAt', sql`u.created_at`), name: 'created_at' }, ascending: false };

/** The same page of sign-ups for each form, newest first, in the order of the ids. Throws ValidationError. */
export async function listSignUpsByForms(
  scope: Scope,
  formIds: readonly string[],
  request: SignUpRequest,
): Promise<Page<SignUp>[]> {
  const { status, statuses, since, until } = parse(signUpFilters, request);
  if (since && until && until <= since)
    throw new ValidationError([{ path: ['until'], problem: 'must be after since.' }]);
  return readSelections<SignUp>(scope, formIds, request, {
    from: sql`sign_ups u`,
    id: sql`u.id`,
    order: NEWEST_FIRST,
    where: sql`u.team_id = ${scope.team.id}::int and u.form_id = owner.id and ${PROCESSED}
      ${since == null ? empty : sql`and u.created_at >= ${since}::timestamptz`}
      ${until == null ? empty : sql`and u.created_at < ${until}::timestamptz`}
      ${status == null ? empty : sql`and u.outcome = ${OUTCOMES[status]}`}
      ${
        statuses == null
          ? empty
          : sql`and ${isAnyOf(
              sql`u.outcome`,
              statuses.map((one) => OUTCOMES[one]),
              sql`text`,
            )}`
      }`,
    read: (ids) => readSignUps(scope, ids),
  });
}

/** The number of a form's sign-ups by status. */
export type SignUpCounts = Record<SignUpStatus, number>;

/** The outcomes of the sign-ups by each form, in the order of the ids. One statement, which reads only an index. */
export async function countByOutcome({ db, team }: Scope, formIds: readonly string[]): Promise<SignUpCounts[]> {
  const rows = await run<{ formId: string; outcome: Outcome; count: number }>(
    db,
    sql`select u.form_id::text as "formId", u.outcome, count(*)::int as count from sign_ups u
        where u.team_id = ${team.id}::int and u.form_id = any(${[...formIds]}::uuid[]) and ${PROCESSED} group by 1, 2`,
  );
  const counts = new Map(rows.map(({ formId, outcome, count }) => [`${formId} ${outcome}`, count]));
  const countOf = (formId: string, status: SignUpStatus) => counts.get(`${formId} ${OUTCOMES[status]}`) ?? 0;
  return formIds.map((id) => ({
    unconfirmed: countOf(id, 'unconfirmed'),
    subscribed: countOf(id, 'subscribed'),
    already_subscribed: countOf(id, 'already_subscribed'),
  }));
}
