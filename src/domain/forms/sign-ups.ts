import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** A sign-up that was taken: what somebody agreed to, when, and by which form. */
export interface SignUp {
  id: string;
  /** Of the form, which may have been deleted since. */
  formId: string;
  subscriberId: string;
  consentText: string | null;
  consentVersion: number | null;
  /** 4 or 6: of the network address that it came from. */
  addressFamily: number;
  address: string | null;
  createdAt: Date;
}

/** Condition of the rows `s` that are shown. */
export const TAKEN = sql`s.subscriber_id is not null`;

/** Sign-ups by their ids, in one statement. */
export const readSignUps = (scope: Scope, ids: readonly string[]): Promise<SignUp[]> =>
  run<SignUp>(
    scope.db,
    sql`select s.id::text, s.form_id::text as "formId", s.subscriber_id::text as "subscriberId", s.consent_text as "consentText",
               s.consent_version as "consentVersion", s.address_family::int as "addressFamily", s.address, s.created_at as "createdAt"
        from sign_ups s where s.team_id = ${scope.team.id} and s.id = any(${[...ids]}::uuid[]) and ${TAKEN}`,
  );
