import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { Json } from '../../validation/json.ts';
import { shownAttributes } from '../audience/shown-attributes.ts';
import type { FormField } from './form-input.ts';

/** What became of a sign-up when it was taken; `asked`: to confirm, by e-mail. */
export type Outcome = 'subscribed' | 'asked' | 'already_subscribed';

export const SIGN_UP_STATUSES = ['unconfirmed', 'subscribed', 'already_subscribed'] as const;

export type SignUpStatus = (typeof SIGN_UP_STATUSES)[number];

/** A sign-up that was taken: who signed up, what they agreed to, when, and by which form. */
export interface SignUp {
  id: string;
  /** Of the form, which may have been deleted since. */
  formId: string;
  subscriberId: string;
  email: string;
  status: SignUpStatus;
  /** What the subscriber has now in the fields of the form: what is filled in goes there, and is kept nowhere else. */
  answers: Record<string, Json>;
  consentText: string | null;
  consentVersion: number | null;
  /** 4 or 6: of the network address that it came from. */
  addressFamily: number;
  address: string | null;
  createdAt: Date;
}

/** Condition of the rows `u` of sign-ups that are shown. */
export const TAKEN = sql`u.subscriber_id is not null`;

/** The table `u` of sign-ups with their subscribers `s`. */
export const OF_SUBSCRIBERS: Sql = sql`sign_ups u join subscribers s on s.team_id = u.team_id and s.id = u.subscriber_id`;

/**
 * Expression over OF_SUBSCRIBERS: the status of a sign-up. One that was confirmed stays so, whatever becomes of the subscription; of
 * old ones it is not known what became of them.
 */
export const STATUS: Sql = sql`case when u.outcome = 'already_subscribed' then 'already_subscribed'
  when u.outcome = 'subscribed' or s.subscribed_at >= u.taken_at or (u.outcome is null and s.subscribed_at is not null)
  then 'subscribed' else 'unconfirmed' end`;

type Row = Omit<SignUp, 'answers'> & {
  firstName: string | null;
  lastName: string | null;
  attributes: Record<string, Json>;
  fields: FormField[] | null;
};

/** Sign-ups by their ids, in one statement. */
export async function readSignUps(scope: Scope, ids: readonly string[]): Promise<SignUp[]> {
  const rows = await run<Row>(
    scope.db,
    sql`select u.id::text, u.form_id::text as "formId", u.subscriber_id::text as "subscriberId", s.email, ${STATUS} as status,
               s.first_name as "firstName", s.last_name as "lastName", ${shownAttributes(sql`s.team_id`)} as attributes, f.fields,
               u.consent_text as "consentText", u.consent_version as "consentVersion", u.address_family::int as "addressFamily",
               u.address, u.created_at as "createdAt"
        from ${OF_SUBSCRIBERS} left join forms f on f.team_id = u.team_id and f.id = u.form_id
        where u.team_id = ${scope.team.id}::int and u.id = any(${[...ids]}::uuid[]) and ${TAKEN}`,
  );
  return rows.map(({ firstName, lastName, attributes, fields, ...signUp }) => {
    const known: Record<string, Json> = { ...attributes, first_name: firstName, last_name: lastName };
    const answered = (fields ?? []).flatMap(({ field }): [string, Json][] => {
      const value = known[field];
      return value === undefined || value === null ? [] : [[field, value]];
    });
    return { ...signUp, answers: Object.fromEntries(answered) };
  });
}
