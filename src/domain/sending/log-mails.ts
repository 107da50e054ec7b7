import { run, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import { newId, personKey } from '../../ids.ts';
import type { Notice } from '../../live/pubsub.ts';
import { type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { ERASED, findErased } from '../privacy/erased.ts';

/** A mail that may be logged: validated, with its rendered subject. */
export type NewMail = Omit<
  TransactionalMail,
  | ('teamId' | 'id' | 'recipients' | 'createdAt')
  | ('status' | 'failureReason' | 'opens' | 'clicks' | 'sentAt' | 'cancelledAt' | 'erasedAt' | 'happened')
>;

/** What became of a mail: its row, or what is wrong with it. */
export type MailOutcome = { mail: TransactionalMail } | { issues: readonly Issue[] };

const LOGGED = {
  ...({ status: 'pending', failureReason: null, opens: 0, clicks: 0 } as const),
  ...{ sentAt: null, cancelledAt: null, erasedAt: null, happened: [] as string[] },
};

/**
 * Logs mails as pending, in order: the mails, their messages in the ledger and all notices commit together, so a mail
 * that was answered will be sent. One statement inserts any number; it leaves out mails to people who were erased.
 */
export function logMails(scope: Scope, mails: readonly NewMail[]): Promise<MailOutcome[]> {
  if (mails.length === 0) return Promise.resolve([]);
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const rows = mails.map((mail) => ({ ...mail, id: newId(), recipients: recipientsOf(mail) }));
    const times = await insert(scope, rows);
    const logged = rows.filter(({ id }) => times.has(id));
    await announce(scope, logged);
    const outcomes: MailOutcome[] = [];
    for (const row of rows) {
      const createdAt = times.get(row.id);
      outcomes.push(
        createdAt
          ? { mail: { ...row, ...LOGGED, teamId: scope.team.id, createdAt } }
          : { issues: await erasedIssues(scope, row) },
      );
    }
    return outcomes;
  });
}

type Row = NewMail & { id: string; recipients: string[] };

const recipientsOf = ({ to, cc, bcc }: NewMail): string[] => [...new Set([...to, ...cc, ...bcc])];

/** Returns when each mail was logged, by id. */
async function insert(scope: Scope, rows: readonly Row[]): Promise<Map<string, Date>> {
  const team = scope.team.id;
  const given = rows.map((row) => ({
    ...row,
    people: addressesOf(row).map(({ email }) => personKey(team, email)),
  }));
  const logged = await run<{ id: string; createdAt: Date }>(
    scope.db,
    sql`with given as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
            id uuid, template text, "templateId" uuid, subject text, "subjectSource" text, "htmlSource" text,
            "textSource" text, "fromEmail" text, "fromName" text, "to" text[], cc text[], bcc text[], "replyTo" text,
            names jsonb, headers jsonb, variables jsonb, attachments jsonb, locale text, recipients text[],
            "transportId" uuid, tracking boolean, "sendAt" timestamptz,
            "isTest" boolean, "campaignId" uuid, "asPersonKey" uuid, variant smallint,
            "automationId" uuid, "automationStep" text, "runId" uuid, people uuid[])
        ), logged as (
          insert into transactional_mails (team_id, id, template, template_id, subject, subject_source, html_source,
            text_source, from_email, from_name, "to", cc, bcc, reply_to, names, headers, variables, attachments, locale,
            recipients, transport_id, tracking, send_at, is_test, campaign_id, as_person_key, variant,
            automation_id, automation_step, run_id)
          select ${team}::int, g.id, g.template, g."templateId", g.subject, g."subjectSource", g."htmlSource",
            g."textSource", g."fromEmail", g."fromName", g."to", g.cc, g.bcc, g."replyTo", g.names, g.headers, g.variables,
            g.attachments, g.locale, g.recipients, g."transportId", g.tracking, g."sendAt", g."isTest",
            g."campaignId", g."asPersonKey", g.variant, g."automationId", g."automationStep", g."runId"
          from given g
          where not exists (
            select from people p where p.team_id = ${team}::int and p.key = any(g.people) and p.email is null)
          on conflict do nothing -- a run files one mail at a step
          returning id, created_at, send_at, run_id
        ), queued as (
          insert into messages (team_id, id, kind, mail_id, run_id, due_at)
          select ${team}::int, id, 'transactional', id, run_id, greatest(now(), send_at) from logged
        )
        select id::text, created_at as "createdAt" from logged`,
  );
  return new Map(logged.map(({ id, createdAt }) => [id, createdAt]));
}

async function announce(scope: Scope, logged: readonly Row[]): Promise<void> {
  if (logged.length === 0) return;
  const pending = { topic: 'mail.status', teamId: scope.team.id, status: 'pending' } as const;
  const notices = logged.map(({ id }): Notice => ({ ...pending, id }));
  if (logged.some(({ sendAt }) => sendAt === null)) notices.push({ topic: 'mail.queued' });
  await scope.publish(...notices);
}

/** Names the fields whose address belongs to an erased person. */
async function erasedIssues(scope: Scope, mail: NewMail): Promise<Issue[]> {
  const addresses = addressesOf(mail);
  const erased = await findErased(
    scope,
    addresses.map(({ email }) => email),
  );
  return addresses.filter(({ email }) => erased.has(email)).map(({ path }) => ({ path, problem: ERASED }));
}

/** The addresses of other people, with the paths of their fields. */
const addressesOf = ({ to, cc, bcc, replyTo }: NewMail): { path: Issue['path']; email: string }[] => [
  ...Object.entries({ to, cc, bcc }).flatMap(([name, emails]) =>
    emails.map((email, index) => ({ path: [name, index], email })),
  ),
  ...(replyTo ? [{ path: ['replyTo'], email: replyTo }] : []),
];
