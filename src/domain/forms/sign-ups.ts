import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { Json } from '../../validation/json.ts';

/** The outcome of a sign-up. `asked`: a confirmation was sent; it becomes `subscribed` once the person confirms. */
export type Outcome = 'subscribed' | 'asked' | 'already_subscribed';

export const SIGN_UP_STATUSES = ['unconfirmed', 'subscribed', 'already_subscribed'] as const;

export type SignUpStatus = (typeof SIGN_UP_STATUSES)[number];

/** A processed sign-up: the person, their consent, the time and the form. */
export interface SignUp {
  id: string;
  /** Of the form, which may have been deleted since. */
  formId: string;
  subscriberId: string;
  email: string;
  status: SignUpStatus;
  /** The answers at that time, and the values of hidden fields. Empty for sign-ups from before these were stored. */
  answers: Record<string, Json>;
  consentText: string | null;
  consentVersion: number | null;
  /** 4 or 6: the family of the network address. */
  addressFamily: number;
  address: string | null;
  createdAt: Date;
}

/** Condition of the shown rows `u` of sign-ups. */
export const PROCESSED = sql`u.subscriber_id is not null`;

/** The stored outcome for each status. A confirmed sign-up stays confirmed, even if the subscription ends. */
export const OUTCOMES: Record<SignUpStatus, Outcome> = {
  unconfirmed: 'asked',
  subscribed: 'subscribed',
  already_subscribed: 'already_subscribed',
};

/** The answers of `u`, without those for deleted contact fields whose values are being removed. */
const ANSWERS: Sql = sql`coalesce(u.answers, '{}') - array(
  select r.key from field_changes r
  where r.team_id = u.team_id and r.type is null and r.finished_at is null and r.started_at >= u.created_at)`;

/** Sign-ups by their ids, in one statement. */
export const readSignUps = (scope: Scope, ids: readonly string[]): Promise<SignUp[]> =>
  run<SignUp>(
    scope.db,
    sql`select u.id::text, u.form_id::text as "formId", u.subscriber_id::text as "subscriberId", s.email,
               case u.outcome when 'asked' then 'unconfirmed' else u.outcome end as status, ${ANSWERS} as answers,
               u.consent_text as "consentText", u.consent_version as "consentVersion", u.address_family::int as "addressFamily",
               u.address, u.created_at as "createdAt"
        from sign_ups u join subscribers s on s.team_id = u.team_id and s.id = u.subscriber_id
        where u.team_id = ${scope.team.id}::int and u.id = any(${[...ids]}::uuid[]) and ${PROCESSED}`,
  );
