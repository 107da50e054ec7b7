import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { asObject, type Loose, named, parseJson, sentence, textAt } from './json.ts';
import { judgeBounce } from './judge-bounce.ts';
import { type Provider, unsigned } from './provider.ts';
import { header, same } from './signatures.ts';

/** Our kinds for Postmark's bounce types. Types that are not listed say nothing about the mailbox. */
const KINDS: Record<string, FeedbackKind> = {
  HardBounce: 'hard_bounce',
  BadEmailAddress: 'hard_bounce',
  SpamComplaint: 'complaint',
  SpamNotification: 'soft_bounce',
  SoftBounce: 'soft_bounce',
  Transient: 'soft_bounce',
  DnsError: 'soft_bounce',
  Blocked: 'soft_bounce',
  SMTPApiError: 'soft_bounce',
  Undeliverable: 'soft_bounce',
};

/** Postmark signs nothing. It proves itself with the password that is part of its webhook URL. */
export const postmark: Provider = ({ headers, body, secret }) => {
  const [, base64 = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header(headers, 'authorization')) ?? [];
  const login = Buffer.from(base64, 'base64').toString();
  if (!same(Buffer.from(login.slice(login.indexOf(':') + 1)), Buffer.from(secret))) throw unsigned();
  const event = asObject(parseJson(body.toString('utf8')));
  const reference = sentence(textAt(event, 'RecordType'), textAt(event, 'ID') || textAt(event, 'MessageID'));
  return { call: body.toString('latin1'), reports: readEvent(event, reference) };
};

function readEvent(event: Loose, reference: string) {
  const type = textAt(event, 'RecordType') === 'SpamComplaint' ? 'SpamComplaint' : textAt(event, 'Type');
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kind) return [];
  const reason = textAt(event, 'Details') || textAt(event, 'Description') || type;
  return [{ ...judgeBounce(kind, textAt(event, 'Details')), named: named(textAt(event, 'Email')), reason, reference }];
}
