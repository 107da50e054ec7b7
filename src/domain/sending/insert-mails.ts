import { join, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import type { Scope } from '../../scope.ts';
import type { NewMail } from './log-mails.ts';

/** A mail with its id and recipients, and the keys of all people that it names. */
export type MailRow = NewMail & { id: string; recipients: string[]; people: string[] };

interface Inserted {
  id: string;
  createdAt: Date;
}

/**
 * Inserts mails and their messages in the ledger, except for erased people. One statement, except for distributed tables: a
 * statement with two inserts is split there, and its rows pass through the coordinator several times. Uses the caller's
 * transaction. Returns the inserted ones.
 */
export const insertMails = (scope: Scope, rows: readonly MailRow[]): Promise<Inserted[]> =>
  isDistributed(scope.db) ? insertApart(scope, rows) : insertTogether(scope, rows);

const insertTogether = ({ db, team }: Scope, rows: readonly MailRow[]): Promise<Inserted[]> =>
  run<Inserted>(
    db,
    sql`with given as materialized (select * from ${given(rows)}), logged as (
          ${intoMails(sql`${team.id}::int`)}
          from given g
          where not exists (
            select from people p where p.team_id = ${team.id}::int and p.key = any(g.people) and p.email is null)
          on conflict do nothing -- a run files one mail at a step
          returning id, created_at, send_at, run_id
        ), queued as (
          insert into messages (team_id, id, kind, mail_id, run_id, due_at)
          select ${team.id}::int, id, 'transactional', id, run_id, greatest(now(), send_at) from logged
        )
        select id::text, created_at as "createdAt" from logged`,
  );

async function insertApart(scope: Scope, rows: readonly MailRow[]): Promise<Inserted[]> {
  const { db, team } = scope;
  const erased = new Set(await readErased(scope, rows));
  const allowed = rows.filter(({ people }) => !people.some((key) => erased.has(key)));
  if (allowed.length === 0) return [];
  const logged = await run<Inserted & { sendAt: Date | null; runId: string | null }>(
    db,
    sql`${intoMails(sql`${team.id}::int`)} from ${given(allowed)} on conflict do nothing
        returning id::text, created_at as "createdAt", send_at as "sendAt", run_id::text as "runId"`,
  );
  if (logged.length === 0) return [];
  const messages = logged.map(
    ({ id, runId, sendAt }) =>
      sql`(${team.id}::int, ${id}::uuid, 'transactional', ${id}::uuid, ${runId}::uuid, greatest(now(), ${sendAt}::timestamptz))`,
  );
  await runOnce(
    db,
    sql`insert into messages (team_id, id, kind, mail_id, run_id, due_at) values ${join(messages)} returning id`,
  );
  return logged;
}

async function readErased({ db, team }: Scope, rows: readonly MailRow[]): Promise<string[]> {
  const keys = [...new Set(rows.flatMap(({ people }) => people))];
  const erased = await run<{ key: string }>(
    db,
    sql`select key::text from people where team_id = ${team.id}::int and key = any(${keys}::uuid[]) and email is null`,
  );
  return erased.map(({ key }) => key);
}

const given = (rows: readonly MailRow[]): Sql => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
  id uuid, template text, "templateId" uuid, subject text, "subjectSource" text, "htmlSource" text,
  "textSource" text, "fromEmail" text, "fromName" text, "to" text[], cc text[], bcc text[], "replyTo" text,
  names jsonb, headers jsonb, variables jsonb, "secretVariables" text[], attachments jsonb, locale text, recipients text[],
  "transportId" uuid, tracking boolean, strict boolean, warnings text[], "sendAt" timestamptz,
  "isTest" boolean, "campaignId" uuid, "asPersonKey" uuid, variant smallint,
  "automationId" uuid, "automationStep" text, "runId" uuid, people uuid[])`;

/** The beginning of a statement that inserts the rows of `g`. */
const intoMails = (team: Sql): Sql => sql`
  insert into transactional_mails (team_id, id, template, template_id, subject, subject_source, html_source,
    text_source, from_email, from_name, "to", cc, bcc, reply_to, names, headers, variables, secret_variables, attachments, locale,
    recipients, transport_id, tracking, strict, warnings, send_at, is_test, campaign_id, as_person_key, variant,
    automation_id, automation_step, run_id)
  select ${team}, g.id, g.template, g."templateId", g.subject, g."subjectSource", g."htmlSource",
    g."textSource", g."fromEmail", g."fromName", g."to", g.cc, g.bcc, g."replyTo", g.names, g.headers, g.variables, coalesce(g."secretVariables", '{}'),
    g.attachments, g.locale, g.recipients, g."transportId", g.tracking, g.strict, g.warnings, g."sendAt", g."isTest",
    g."campaignId", g."asPersonKey", g.variant, g."automationId", g."automationStep", g."runId"`;
