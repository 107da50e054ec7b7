import type { ProviderEvent } from '../../domain/sending/receive-feedback.ts';
import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { asObject, type Loose, named, parseJson, sentence, textAt, timeAt } from './json.ts';
import { judgeBounce } from './judge-bounce.ts';
import { type Provider, unsigned } from './provider.ts';
import { header, same } from './signatures.ts';

/** Our kinds for Postmark's bounce types. Other types say nothing about the mailbox. */
const KINDS: Record<string, FeedbackKind | 'unsubscribe'> = {
  HardBounce: 'hard_bounce',
  BadEmailAddress: 'hard_bounce',
  SpamComplaint: 'complaint',
  Unsubscribe: 'unsubscribe',
  SpamNotification: 'soft_bounce',
  SoftBounce: 'soft_bounce',
  Transient: 'soft_bounce',
  DnsError: 'soft_bounce',
  Blocked: 'soft_bounce',
  SMTPApiError: 'soft_bounce',
  Undeliverable: 'soft_bounce',
};

/** Postmark's reasons to suppress an address. */
const SUPPRESSIONS: Record<string, FeedbackKind | 'unsubscribe'> = {
  HardBounce: 'hard_bounce',
  SpamComplaint: 'complaint',
  ManualSuppression: 'unsubscribe',
};

/** Postmark signs nothing. It authenticates with the password in its webhook URL. */
export const postmark: Provider = ({ headers, body, secret }) => {
  const [, base64 = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header(headers, 'authorization')) ?? [];
  const login = Buffer.from(base64, 'base64').toString();
  if (!same(Buffer.from(login.slice(login.indexOf(':') + 1)), Buffer.from(secret))) throw unsigned();
  const event = asObject(parseJson(body.toString('utf8')));
  const record = textAt(event, 'RecordType');
  const events = record === 'SubscriptionChange' ? readChange(event) : readBounce(event, record);
  return { call: body.toString('latin1'), events };
};

function readBounce(event: Loose, record: string): ProviderEvent[] {
  const type = record === 'SpamComplaint' ? record : textAt(event, 'Type');
  const kind = ownValue(KINDS, type);
  if (!kind) return [];
  const about = {
    named: named(textAt(event, 'Email')),
    reference: sentence(record, textAt(event, 'ID') || textAt(event, 'MessageID')),
  };
  if (kind === 'unsubscribe') return [{ ...about, kind, at: timeAt(event, 'BouncedAt') }];
  const reason = textAt(event, 'Details') || textAt(event, 'Description') || type;
  return [{ ...about, ...judgeBounce(kind, textAt(event, 'Details')), reason }];
}

/**
 * Postmark suppresses an address, or lifts a suppression, which subscribes nobody. It reports bounces and complaints by separate
 * events too. A manual suppression comes from the person, by Postmark's link, or from the owner of the account.
 */
function readChange(event: Loose): ProviderEvent[] {
  if (event.SuppressSending !== true) return [];
  const reason = textAt(event, 'SuppressionReason');
  const kind = ownValue(SUPPRESSIONS, reason) ?? (textAt(event, 'Origin') === 'Recipient' ? 'unsubscribe' : undefined);
  if (!kind) return [];
  const [about, at] = [named(textAt(event, 'Recipient')), textAt(event, 'ChangedAt')];
  const reference = sentence('SubscriptionChange', textAt(event, 'MessageStream'), at, textAt(event, 'MessageID'));
  if (kind === 'unsubscribe') return [{ kind, named: about, reference, at: timeAt(event, 'ChangedAt') }];
  return [{ kind, named: about, reference, reason: `Suppressed by Postmark: ${reason}`, isKnown: true }];
}

const ownValue = <Value>(values: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
