import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { readOwnerAddresses } from '../members/owners.ts';
import type { Disabled } from '../webhooks/webhook-health.ts';
import { logMails, type NewMail } from './log-mails.ts';

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
 * Writes to the owners of the team that a webhook was disabled, a mail to each, in the caller's transaction; where the team has no
 * members, to the address that it sends from: that of its transactional mails, else of its oldest list. Returns whether anybody was
 * written to: without such an address nothing can be sent.
 */
export async function mailDisabled(scope: Scope, disabled: Disabled): Promise<boolean> {
  const address = await addressOf(scope);
  if (!address) return false;
  const owners = await readOwnerAddresses(scope.db, scope.team.id);
  const recipients = owners.length > 0 ? owners : [address];
  const outcomes = await logMails(
    scope,
    recipients.map((recipient) => mailTo(recipient, address, disabled)),
  );
  return outcomes.some((outcome) => 'mail' in outcome);
}

function mailTo(recipient: string, fromEmail: string, { id, url, reason }: Disabled): NewMail {
  return {
    ...{ template: '', templateId: null, subject: SUBJECT.replace('{{ url }}', url), fromName: null },
    ...{ subjectSource: SUBJECT, htmlSource: HTML, textSource: TEXT, fromEmail, to: [recipient] },
    ...{ cc: [], bcc: [], replyTo: null, names: {}, headers: {}, attachments: [], locale: null },
    ...{ variables: { url, webhook: id, reason: REASONS[reason] }, tracking: false, transportId: null, sendAt: null },
    ...{ isTest: false, campaignId: null, asPersonKey: null, variant: null },
    ...{ automationId: null, automationStep: null, runId: null },
  };
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
