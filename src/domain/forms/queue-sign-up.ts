import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { personKey } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { LINGER_MS, shareCalls } from '../share-calls.ts';
import type { Answers } from './read-answers.ts';

/** A submitted form. */
export interface Submission extends Answers {
  /** From the form token. */
  id: string;
  formId: string;
  consentText: string | null;
  consentVersion: number | null;
  addressFamily: 4 | 6;
  /** Null: it is not stored. */
  address: string | null;
}

/** `used`: another address has already signed up with the same form token. */
export type Queued = 'queued' | 'used';

/** Processed a moment later, so that the duration of later responses does not reveal a sign-up's outcome. */
const PROCESS_AFTER_SECONDS = 1;

/**
 * Queues a sign-up for the worker that processes it (`process-sign-ups.ts`). It does the same for every address, known or
 * not: it reads no subscribers, people or suppressions. Repeating a sign-up changes nothing. Simultaneous calls of a team
 * share a transaction.
 */
export const queueSignUp: (scope: Scope, submission: Submission) => Promise<Queued> = shareCalls(queueTogether, {
  keyOf: ({ id }) => id,
  lingerMs: LINGER_MS,
});

function queueTogether(scope: Scope, submissions: readonly Submission[]): Promise<Queued[]> {
  return transaction(scope, async (scope) => {
    const rows = submissions.map((submission) => toRow(scope, submission));
    const queued = await run<{ id: string }>(
      scope.db,
      sql`insert into sign_ups (team_id, id, form_id, person_key, email, answers, consent_text, consent_version, address_family, address)
          select ${scope.team.id}::int, id, form_id, person_key, email, answers, consent_text, consent_version::int,
                 address_family::smallint, address
          from ${recordset('given', rows, COLUMNS)}
          where exists (select from forms f where f.team_id = ${scope.team.id}::int and f.id = given.form_id)
          order by id
          on conflict (team_id, id) do nothing returning id::text`,
    );
    if (queued.length > 0)
      await scope.enqueue('take-sign-ups', {}, { key: 'all', afterSeconds: PROCESS_AFTER_SECONDS });
    const news = new Set(queued.map(({ id }) => id));
    const known = await readPersons(
      scope,
      rows.filter(({ id }) => !news.has(id)).map(({ id }) => id),
    );
    return rows.map(({ id, person_key }) => (news.has(id) || known.get(id) === person_key ? 'queued' : 'used'));
  });
}

async function readPersons(scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await run<{ id: string; person: string }>(
    scope.db,
    sql`select id::text, person_key::text as person from sign_ups
        where team_id = ${scope.team.id}::int and id = any(${[...ids]}::uuid[])`,
  );
  return new Map(rows.map(({ id, person }) => [id, person]));
}

const toRow = ({ team }: Scope, { id, formId, email, answers, ...rest }: Submission) => ({
  id,
  form_id: formId,
  person_key: personKey(team.id, email),
  email,
  answers,
  consent_text: rest.consentText,
  consent_version: rest.consentVersion,
  address_family: rest.addressFamily as number,
  address: rest.address,
});

const COLUMNS = {
  id: 'uuid',
  form_id: 'uuid',
  person_key: 'uuid',
  email: 'text',
  answers: 'jsonb',
  consent_text: 'text',
  consent_version: 'bigint',
  address_family: 'bigint',
  address: 'text',
} as const;
