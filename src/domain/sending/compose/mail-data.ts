import { ofTeams } from '../../../database/by-team.ts';
import { type Database, run, sql } from '../../../database/connect.ts';
import type { Template, TransactionalMail } from '../../../generated/prisma/client.ts';
import { personKey } from '../../../ids.ts';
import {
  isKnown,
  type KnownColumns,
  type KnownSubscriber,
  knownSubscriptions,
  type OnLists,
} from '../../audience/known-subscribers.ts';
import type { ShownTeam } from '../../content/brand/team-values.ts';
import type { ClaimedMessage } from '../../ledger/claim.ts';

/** The data for building an e-mail's message. */
export interface MailData {
  mail: TransactionalMail;
  /** Absent for an e-mail without a template, or with a deleted one. */
  template?: Pick<Template, 'subject' | 'html' | 'text' | 'localeVariants' | 'strict'>;
  team: ShownTeam;
  /** The first recipient in `to` who is not suppressed, if on a list; for an automation's e-mail, the subscriber on its list. */
  subscriber?: KnownSubscriber;
  /** Whether opens and clicks of this e-mail are counted. */
  counted: { opens: boolean; clicks: boolean };
  /** The e-mail's suppressed recipients. */
  suppressed: ReadonlySet<string>;
}

type Keyed<Row> = Row & { teamId: number; id: string };

/** An e-mail's data, with the index of its message among the given ones. */
export interface IndexedMailData extends MailData {
  index: number;
}

type MailOfMessage = Pick<ClaimedMessage, 'teamId' | 'mailId'>;

/**
 * Loads transactional e-mails in four statements: e-mails, templates, suppressions and recipients. `suppressedBy`: ignores later
 * suppressions.
 */
export async function loadMailData(
  db: Database,
  messages: readonly MailOfMessage[],
  { suppressedBy }: { suppressedBy?: Date } = {},
): Promise<IndexedMailData[]> {
  const mails = await loadRows(db, messages);
  const [templates, suppressed, recipients] = await Promise.all([
    loadTemplates(db, mails),
    loadSuppressed(db, mails, suppressedBy),
    loadRecipients(db, mails),
  ]);
  return mails.map((mail) => {
    const template = mail.templateId ? templates.get(keyOf(mail.teamId, mail.templateId)) : undefined;
    const blocked = new Set(mail.recipients.filter((one) => suppressed.has(keyOf(mail.teamId, one))));
    const recipientOf = (email: string) => recipients.get(keyOfRecipient(onListOf(mail, email)));
    const isTracked = mail.tracking && mail.recipients.every((email) => recipientOf(email)?.tracked !== false);
    const first = mail.to.find((email) => !blocked.has(email));
    const known = first === undefined ? undefined : recipientOf(first);
    const subscriber = known && isKnown(known) ? known : undefined;
    const counted = { opens: isTracked && mail.trackOpens, clicks: isTracked && mail.trackClicks };
    const team = {
      name: mail.teamName,
      postalAddress: mail.postalAddress,
      timezone: mail.teamTimezone,
      brand: mail.brand,
    };
    return { index: mail.index, mail, template, team, subscriber, counted, suppressed: blocked };
  });
}

interface OfTeam {
  teamName: string;
  postalAddress: string | null;
  teamTimezone: string;
  brand: unknown;
  trackOpens: boolean;
  trackClicks: boolean;
}

/** An e-mail, with the list of its automation. */
type MailRow = TransactionalMail & { listId: string | null };

function loadRows(db: Database, messages: readonly MailOfMessage[]) {
  return run<MailRow & OfTeam & { index: number }>(
    db,
    sql`select claimed.index::int - 1 as index, m.team_id as "teamId", m.id::text, m.template,
          m.template_id::text as "templateId", m.subject_source as "subjectSource",
          m.html_source as "htmlSource", m.text_source as "textSource", m.names,
          m.from_email as "fromEmail", m.from_name as "fromName", m.to, m.cc, m.bcc, m.reply_to as "replyTo", m.headers,
          m.variables, m.attachments, m.locale, m.recipients, m.tracking, m.strict, m.created_at as "createdAt",
          m.campaign_id::text as "campaignId", m.as_person_key::text as "asPersonKey", m.variant, a.list_id::text as "listId",
          t.name as "teamName", t.postal_address as "postalAddress", t.timezone as "teamTimezone", t.brand, t.track_opens as "trackOpens", t.track_clicks as "trackClicks"
        from unnest(${messages.map((message) => message.teamId)}::int[], ${messages.map((message) => message.mailId)}::uuid[])
          with ordinality as claimed(team_id, id, index)
        join transactional_mails m on m.team_id = claimed.team_id and m.id = claimed.id
        join teams t on t.id = m.team_id
        left join automations a on a.team_id = m.team_id and a.id = m.automation_id
        where ${ofTeams(sql`m.team_id`, messages)}`,
  );
}

async function loadTemplates(db: Database, mails: readonly TransactionalMail[]) {
  const rows = await run<Keyed<NonNullable<MailData['template']>>>(
    db,
    sql`select t.team_id as "teamId", t.id::text, t.subject, t.html, t.text, t.locale_variants as "localeVariants", t.strict
        from (select distinct * from
          unnest(${mails.map((mail) => mail.teamId)}::int[], ${mails.map((mail) => mail.templateId)}::uuid[])
            as named(team_id, id)) named
        join templates t on t.team_id = named.team_id and t.id = named.id
        where ${ofTeams(sql`t.team_id`, mails)}`,
  );
  return new Map(rows.map((row) => [keyOf(row.teamId, row.id), row]));
}

type Recipient = KnownColumns & { teamId: number; key: string; wantedList: string | null; tracked: boolean };

const onListOf = ({ teamId, listId }: MailRow, email: string): OnLists => ({
  teamId,
  key: personKey(teamId, email),
  listId,
});

/** The recipients who are people of the team, by team, key and list. */
async function loadRecipients(db: Database, mails: readonly MailRow[]): Promise<Map<string, Recipient>> {
  const written = mails.flatMap((mail) => mail.recipients.map((email) => onListOf(mail, email)));
  const rows = await run<Recipient>(
    db,
    sql`select known.*, w.team_id as "teamId", w.key::text as key, w.list_id::text as "wantedList", p.tracked
        from (select distinct * from
          unnest(${written.map(({ teamId }) => teamId)}::int[], ${written.map(({ key }) => key)}::uuid[],
                 ${written.map(({ listId }) => listId)}::uuid[]) as w(team_id, key, list_id)) w
        join people p on p.team_id = w.team_id and p.key = w.key
        left join ${knownSubscriptions(written)} on known.team_id = p.team_id and known.person_key = p.key
          and known.wanted is not distinct from w.list_id
        where ${ofTeams(sql`p.team_id`, written)}`,
  );
  return new Map(rows.map((row) => [keyOfRecipient({ ...row, listId: row.wantedList }), row]));
}

const keyOfRecipient = ({ teamId, key, listId }: OnLists): string => keyOf(teamId, `${key} ${listId ?? ''}`);

async function loadSuppressed(db: Database, mails: readonly TransactionalMail[], by?: Date): Promise<Set<string>> {
  const written = mails.flatMap(({ teamId, recipients }) => recipients.map((email) => ({ teamId, email })));
  const rows = await run<{ teamId: number; email: string }>(
    db,
    sql`select distinct w.team_id as "teamId", w.email
        from unnest(${written.map(({ teamId }) => teamId)}::int[], ${written.map(({ email }) => email)}::text[],
                    ${written.map(({ teamId, email }) => personKey(teamId, email))}::text[]) as w(team_id, email, key)
        join suppressions s on s.team_id = w.team_id and s.target in (w.email, split_part(w.email, '@', 2), w.key)
        where ${ofTeams(sql`s.team_id`, written)} ${by ? sql`and s.created_at <= ${by}::timestamptz` : NO_LIMIT}`,
  );
  return new Set(rows.map(({ teamId, email }) => keyOf(teamId, email)));
}

const NO_LIMIT = sql``;

const keyOf = (teamId: number, id: string): string => `${teamId} ${id}`;
