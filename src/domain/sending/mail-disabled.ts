import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { languageFor } from '../../validation/language.ts';
import { type OwnerAddress, readOwnerAddresses } from '../members/owners.ts';
import type { Disabled } from '../webhooks/webhook-health.ts';
import { DISABLED_TEXTS } from './disabled-texts.ts';
import { logMails, type NewMail, OF_NO_CAMPAIGN, OF_NO_RUN } from './log-mails.ts';

/**
 * E-mails each owner of the team in their language that a webhook was disabled, in the caller's transaction. If the team
 * has no members, it writes to the team's sender address: that of its transactional mails, else of its oldest list.
 * `publicUrl`: the base of the dashboard's address. Returns whether an e-mail was written; without a sender address none
 * can be sent.
 */
export async function mailDisabled(scope: Scope, disabled: Disabled, publicUrl: string): Promise<boolean> {
  const { address, locale } = await senderOf(scope);
  if (!address) return false;
  const owners = await readOwnerAddresses(scope.db, scope.team.id);
  const recipients = owners.length > 0 ? owners : [{ email: address, language: null }];
  const page = `${publicUrl}/settings/webhooks/${disabled.id}`;
  const outcomes = await logMails(
    scope,
    recipients.map((recipient) => mailTo(recipient, { ...disabled, address, locale, page })),
  );
  return outcomes.some((outcome) => 'mail' in outcome);
}

interface MailData extends Disabled {
  /** The sender's address. */
  address: string;
  /** The language of the team's oldest list, for owners who have never signed in. */
  locale: string | null;
  page: string;
}

function mailTo({ email, language }: OwnerAddress, { url, reason, address, locale, page }: MailData): NewMail {
  const texts = DISABLED_TEXTS[languageFor(language, locale)];
  const text = `${texts.what} ${texts.reasons[reason]}`;
  return {
    template: '',
    templateId: null,
    subject: texts.subject.replace('{{ url }}', () => url),
    fromName: null,
    subjectSource: texts.subject,
    textSource: `${text}\n\n${texts.way} {{ page }}`,
    htmlSource: `<p>${text}</p><p>${texts.way} <a href="{{ page }}">{{ page }}</a></p>`,
    fromEmail: address,
    to: [email],
    cc: [],
    bcc: [],
    replyTo: null,
    names: {},
    headers: {},
    attachments: [],
    locale: null,
    variables: { url, page },
    tracking: false,
    transportId: null,
    sendAt: null,
    strict: null,
    warnings: [],
    secretVariables: [],
    ...OF_NO_CAMPAIGN,
    ...OF_NO_RUN,
  };
}

async function senderOf({ db, team }: Scope): Promise<{ address: string | null; locale: string | null }> {
  const oldest = sql`from lists l where l.team_id = ${team.id}::int order by l.id limit 1`;
  const [row] = await run<{ address: string | null; locale: string | null }>(
    db,
    sql`select coalesce(t.from_email, (select l.from_email ${oldest})) as address, (select l.locale ${oldest}) as locale
        from teams t where t.id = ${team.id}::int`,
  );
  return row ?? { address: null, locale: null };
}
