import { type Database, run, sql } from '../database/connect.ts';
import type { Claim } from '../domain/sending/ledger.ts';
import type { Template, TransactionalMail } from '../generated/prisma/client.ts';
import { personKey } from '../ids.ts';

/** All that is needed to make a message of a claimed mail. */
export interface Material {
  mail: TransactionalMail;
  /** Absent when it was deleted since. */
  template?: Pick<Template, 'subject' | 'html' | 'localeVariants'>;
  teamName: string;
  /** Recipients of the mail that are never written to. */
  suppressed: ReadonlySet<string>;
}

type Keyed<Row> = Row & { teamId: number; id: string };

/** Loads what claims need: one statement for the mails, one for their templates, one for the suppressions. */
export async function loadMaterial(db: Database, claims: readonly Claim[]): Promise<Map<Claim, Material>> {
  const mails = await loadMails(db, claims);
  const [templates, suppressed] = await Promise.all([loadTemplates(db, mails), loadSuppressed(db, mails)]);
  const byKey = new Map(mails.map((mail) => [keyOf(mail.teamId, mail.id), mail]));
  return new Map(
    claims.flatMap((claim): [Claim, Material][] => {
      const mail = byKey.get(keyOf(claim.teamId, claim.mailId));
      if (!mail) return [];
      const template = templates.get(keyOf(mail.teamId, mail.templateId));
      const blocked = new Set(mail.recipients.filter((one) => suppressed.has(keyOf(mail.teamId, one))));
      return [[claim, { mail, template, teamName: mail.teamName, suppressed: blocked }]];
    }),
  );
}

function loadMails(db: Database, claims: readonly Claim[]) {
  return run<TransactionalMail & { teamName: string }>(
    db,
    sql`select m.team_id as "teamId", m.id::text, m.template, m.template_id::text as "templateId", m.subject_source as "subjectSource",
          m.from_email as "fromEmail", m.from_name as "fromName", m.to, m.cc, m.bcc, m.reply_to as "replyTo", m.headers,
          m.variables, m.attachments, m.locale, m.recipients, m.created_at as "createdAt", t.name as "teamName"
        from unnest(${claims.map((claim) => claim.teamId)}::int[], ${claims.map((claim) => claim.mailId)}::uuid[])
          as claimed(team_id, id)
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
        from unnest(${written.map(({ teamId }) => teamId)}::int[], ${written.map(({ email }) => email)}::text[],
                    ${written.map(({ teamId, email }) => personKey(teamId, email))}::text[]) as w(team_id, email, key)
        where exists (select from suppressions s
          where s.team_id = w.team_id and s.target in (w.email, split_part(w.email, '@', 2), w.key))`,
  );
  return new Set(rows.map(({ teamId, email }) => keyOf(teamId, email)));
}

const keyOf = (teamId: number, id: string): string => `${teamId} ${id}`;
