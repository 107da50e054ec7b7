import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { Disabled } from '../webhooks/webhook-health.ts';
import { logMails } from './log-mails.ts';

const REASONS: Record<Disabled['reason'], string> = {
  gone: 'It has answered that it is gone for good (410).',
  failing: 'For five days it has taken nothing that was sent to it.',
};

/** Liquid, so that an address is never read as more than that. */
const SUBJECT = 'A webhook was disabled: {{ url }}';
const TEXT = `The webhook to {{ url }} was disabled. {{ reason }}

Nothing is sent to it until it is enabled again (PATCH /v1/webhooks/{{ webhook }} with enabled: true). What has failed can be sent
once more then (POST /v1/webhooks/{{ webhook }}/redeliver).`;
const HTML = TEXT.split('\n\n')
  .map((paragraph) => `<p>${paragraph}</p>`)
  .join('');

/**
 * Writes to the team that a webhook was disabled, in the caller's transaction. Returns whether there was an address to write to:
 * the sender of its transactional mails, else that of its oldest list.
 */
export async function mailDisabled(scope: Scope, { id, url, reason }: Disabled): Promise<boolean> {
  const address = await addressOf(scope);
  if (!address) return false;
  await logMails(scope, [
    {
      ...{ template: '', templateId: null, subject: SUBJECT.replace('{{ url }}', url), fromName: null },
      ...{ subjectSource: SUBJECT, htmlSource: HTML, textSource: TEXT, fromEmail: address, to: [address] },
      ...{ cc: [], bcc: [], replyTo: null, names: {}, headers: {}, attachments: [], locale: null },
      ...{ variables: { url, webhook: id, reason: REASONS[reason] }, tracking: false, transportId: null, sendAt: null },
      ...{ isTest: false, campaignId: null, asPersonKey: null, variant: null },
      ...{ automationId: null, automationStep: null, runId: null },
    },
  ]);
  return true;
}

async function addressOf({ db, team }: Scope): Promise<string | null> {
  const [row] = await run<{ address: string | null }>(
    db,
    sql`select coalesce(t.from_email, (
          select l.from_email from lists l where l.team_id = ${team.id}::int order by l.id limit 1)) as address
        from teams t where t.id = ${team.id}::int`,
  );
  return row?.address ?? null;
}
