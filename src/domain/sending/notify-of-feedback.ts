import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { insertNotifications } from '../signals/notify-webhooks.ts';
import type { FeedbackKind } from './record-feedback.ts';

/** New feedback. */
interface Recorded {
  messageId: string | null;
  person: string;
  email: string;
  kind: FeedbackKind;
  reason: string | undefined;
}

const COLUMNS = {
  message: 'uuid',
  person: 'uuid',
  email: 'text',
  kind: 'text',
  bounce: 'text',
  reason: 'text',
} as const;

/**
 * Writes webhook events for bounced mails and complaints, in the transaction that recorded them. Skips reports that name no
 * mail, and confirmation mails.
 */
export async function notifyOfFeedback({ db, team }: Scope, recorded: readonly Recorded[]): Promise<void> {
  const rows = recorded.map(({ messageId, person, email, kind, reason }) => ({
    message: messageId,
    person,
    email,
    reason: reason ?? null,
    kind: kind === 'complaint' ? 'mail.complained' : 'mail.bounced',
    bounce: kind === 'complaint' ? null : kind === 'hard_bounce' ? 'hard' : 'soft',
  }));
  if (rows.length === 0) return;
  await run(
    db,
    insertNotifications(
      team.id,
      sql`select g.kind, c.list_id as list, null::text as name,
                 jsonb_build_object('id', coalesce(m.mail_id, m.id), 'mail', m.mail_id,
                   'message', case when m.mail_id is null then m.id end, 'person', g.person, 'list', c.list_id,
                   'email', g.email, 'bounce', g.bounce, 'reason', g.reason) as entry
          from ${recordset('g', rows, COLUMNS)}
          join messages m on m.team_id = ${team.id}::int and m.id = g.message and m.kind <> 'confirmation'
          left join mailings c on c.team_id = ${team.id}::int and c.id = m.campaign_id`,
    ),
  );
}
