/**
 * The floor for accepting one e-mail per request: bare Node, hand-coded validation, and one prepared statement by pg that finds
 * the template and writes the e-mail and its message. The subject is not rendered.
 */
import pg from 'pg';
import { newId } from '../../../src/ids.ts';
import { type Answered, EMAIL, serveJson } from './serve-json.ts';

const TEAM = 1;

const ACCEPT = `
  with logged as (
    insert into transactional_mails (team_id, id, template, template_id, subject, from_email, "to", recipients, variables, send_at)
    select ${TEAM}, $1, t.name, t.id, t.subject, $3, $4, $4, $5, $6
    from templates t where t.team_id = ${TEAM} and t.name = $2
    returning *
  ), queued as (
    insert into messages (team_id, id, kind, mail_id, due_at)
    select ${TEAM}, id, 'transactional', id, greatest(now(), send_at) from logged
  )
  select id, template, subject, from_email as "from", "to", cc, bcc, status, failure_reason, opens, clicks, sent_at,
         created_at, send_at
  from logged`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

interface Mail {
  template: string;
  from: string;
  to: string[];
  variables?: object;
  send_at?: string;
}

async function accept(mail: Mail): Promise<Answered> {
  const problems: Record<string, string> = {};
  if (typeof mail.template !== 'string') problems.template = 'invalid';
  if (!EMAIL.test(String(mail.from))) problems.from = 'invalid';
  if (!Array.isArray(mail.to) || !mail.to.every((email) => EMAIL.test(email))) problems.to = 'invalid';
  if (typeof (mail.variables ?? {}) !== 'object') problems.variables = 'invalid';
  if (mail.send_at !== undefined && Number.isNaN(Date.parse(mail.send_at))) problems.send_at = 'invalid';
  for (const _ in problems) return { status: 422, body: { errors: problems } };
  const values = [newId(), mail.template, mail.from, mail.to, mail.variables ?? {}, mail.send_at ?? null];
  const { rows } = await pool.query({ name: 'accept', text: ACCEPT, values });
  return { status: 201, body: { data: rows[0] } };
}

serveJson((_, text) => accept(JSON.parse(text) as Mail));
