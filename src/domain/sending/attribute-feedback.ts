import { type Database, empty, run, sql } from '../../database/connect.ts';
import type { FeedbackReport } from './record-feedback.ts';

/** The parts of a report that identify its person. */
type Named = Pick<FeedbackReport, 'teamId' | 'messageId' | 'named' | 'reference'>;

/** A report whose person is known. */
export interface Attributed {
  index: number;
  teamId: number;
  /** Null if only the person is known. */
  messageId: string | null;
  email: string;
  /** The domain of the message's sender. Empty: unknown. */
  sendingDomain: string;
  /** The list that the message was sent to. Null: none, or unknown. */
  listId: string | null;
}

/** A message named by a report. */
interface Reported {
  teamId: number;
  id: string;
  /** Whether a recipient was erased. */
  erased: boolean;
  recipients: string[];
  sendingDomain: string;
  listId: string | null;
}

/** Finds the people that reports are about. Leaves out reports without a known person. */
export async function attributeFeedback(db: Database, reports: readonly Named[]): Promise<Attributed[]> {
  const messages = await readMessages(db, reports);
  return reports.flatMap(({ teamId, messageId, named, reference }, index): Attributed[] => {
    const message = messages.find((one) => one.id === messageId && (teamId ?? one.teamId) === one.teamId);
    const known = reference !== undefined;
    const only = message?.recipients.length === 1 && !message.erased && !known ? message.recipients[0] : undefined;
    const recipient = named.find((email) => message?.recipients.includes(email)) ?? only;
    if (message && recipient !== undefined) return [{ ...message, index, messageId: message.id, email: recipient }];
    const team = message?.teamId ?? teamId;
    return known && team !== undefined && named[0] !== undefined
      ? [{ index, teamId: team, messageId: null, listId: message?.listId ?? null, email: named[0], sendingDomain: '' }]
      : [];
  });
}

/**
 * Reads the messages that reports name. A message without a team is looked up in each team by primary key: such reports are
 * rare, and an index over all messages would be too expensive.
 */
function readMessages(db: Database, reports: readonly Named[]): Promise<Reported[]> {
  const ids = [...new Set(reports.flatMap(({ messageId }) => messageId ?? []))];
  if (ids.length === 0) return Promise.resolve([]);
  const teams = [...new Set(reports.flatMap(({ teamId }) => teamId ?? []))];
  const isAnyTeams = reports.some(({ messageId, teamId }) => messageId && teamId === undefined);
  return run<Reported>(
    db,
    sql`select m.team_id as "teamId", m.id::text, mail.erased_at is not null as erased,
               coalesce(mail.recipients, array_remove(array[coalesce(s.email, p.email)], null)) as recipients,
               split_part(coalesce(mail.from_email, g.from_email, c.from_email, l.from_email, ''), '@', 2) as "sendingDomain",
               coalesce(g.list_id, c.list_id, s.list_id, a.list_id)::text as "listId"
        from teams t
        join messages m on m.team_id = t.id and m.id = any(${ids}::uuid[])
        left join transactional_mails mail on mail.team_id = m.team_id and mail.id = m.mail_id
        left join subscribers s on s.team_id = m.team_id and s.id = m.subscriber_id
        left join people p on p.team_id = m.team_id and p.key = m.person_key
        left join mailings g on g.team_id = m.team_id and g.id = m.campaign_id
        left join campaigns c on c.team_id = m.team_id and c.id = coalesce(m.campaign_id, mail.campaign_id)
        left join automations a on a.team_id = m.team_id and a.id = mail.automation_id
        left join lists l on l.team_id = m.team_id and l.id = coalesce(g.list_id, c.list_id, s.list_id)
        ${isAnyTeams ? empty : sql`where t.id = any(${teams}::int[])`}`,
  );
}

/** The ids that belong to messages of any team. */
export async function idsOfMessages(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const messages = await readMessages(
    db,
    ids.map((messageId) => ({ messageId, named: [] })),
  );
  return new Set(messages.map(({ id }) => id));
}
