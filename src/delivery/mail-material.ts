import { type Database, run, sql } from '../database/connect.ts';
import type { Claim } from '../domain/sending/ledger.ts';
import type { Template, TransactionalMail } from '../generated/prisma/client.ts';
import { makeMessage } from './mail-message.ts';
import type { Loader } from './makers.ts';

/** All that is needed to make the message of a mail. */
export interface Material {
  mail: TransactionalMail;
  /** Absent when it was deleted since. */
  template?: Pick<Template, 'subject' | 'html' | 'localeVariants'>;
  teamName: string;
  /** Recipients of the mail that are never written to. */
  suppressed: ReadonlySet<string>;
}

type Keyed<Row> = Row & { teamId: number; id: string };

/** Transactional mails: one statement for the mails, one for their templates, one for the suppressions. */
export const loadMails: Loader = async (db, claims) => {
  const mails = await loadRows(db, claims);
  const [templates, suppressed] = await Promise.all([loadTemplates(db, mails), loadSuppressed(db, mails)]);
  return mails.map((mail) => {
    const template = templates.get(keyOf(mail.teamId, mail.templateId));
    const blocked = new Set(mail.recipients.filter((one) => suppressed.has(keyOf(mail.teamId, one))));
    const material = { mail, template, teamName: mail.teamName, suppressed: blocked };
    return [claims[mail.index]!, () => makeMessage(material)];
  });
};

function loadRows(db: Database, claims: readonly Claim[]) {
  return run<TransactionalMail & { index: number; teamName: string }>(
    db,
    sql`select claimed.index::int - 1 as index, m.team_id as "teamId", m.id::text, m.template,
          m.template_id::text as "templateId", m.subject_source as "subjectSource",
          m.from_email as "fromEmail", m.from_name as "fromName", m.to, m.cc, m.bcc, m.reply_to as "replyTo", m.headers,
          m.variables, m.attachments, m.locale, m.recipients, m.created_at as "createdAt", t.name as "teamName"
        from unnest(${claims.map((claim) => claim.teamId)}::int[], ${claims.map((claim) => claim.mailId)}::uuid[])
          with ordinality as claimed(team_id, id, index)
        join transactional_mails m on m.team_id = claimed.team_id and m.id = claimed.id
        join teams t on t.id = m.team_id`,
  );
}

async function loadTemplates(db: Database, mails: readonly TransactionalMail[]) {
  const rows = await run<Keyed<NonNullable<Material['template']>>>(
    db,
    sql`select t.team_id as "teamId", t.id::text, t.subject, t.html, t.locale_variants as "localeVariants"
        from (select distinct * from
          unnest(${mails.map((mail) => mail.teamId)}::int[], ${mails.map((mail) => mail.templateId)}::uuid[])
            as named(team_id, id)) named
        join templates t on t.team_id = named.team_id and t.id = named.id`,
  );
  return new Map(rows.map((row) => [keyOf(row.teamId, row.id), row]));
}

async function loadSuppressed(db: Database, mails: readonly TransactionalMail[]): Promise<Set<string>> {
  const written = mails.flatMap(({ teamId, recipients }) => recipients.map((email) => ({ teamId, email })));
  const rows = await run<{ teamId: number; email: string }>(
    db,
    sql`select w.team_id as "teamId", w.email
        from unnest(${written.map(({ teamId }) => teamId)}::int[], ${written.map(({ email }) => email)}::text[])
          as w(team_id, email)
        where exists (select from suppressions s
          where s.team_id = w.team_id and s.target in (w.email, split_part(w.email, '@', 2)))`,
  );
  return new Set(rows.map(({ teamId, email }) => keyOf(teamId, email)));
}

const keyOf = (teamId: number, id: string): string => `${teamId} ${id}`;
