import { readStandardSecret } from '../../domain/sending/feedback-secrets.ts';
import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { sentence } from '../../errors.ts';
import { isId } from '../../ids.ts';
import { emailAddress } from '../../rules/email.ts';
import { judge } from '../../rules/parse.ts';
import { oneOf, record, text } from '../../rules/text.ts';
import { idInMessageId } from '../message-id.ts';
import { parseJson } from './json.ts';
import { CallError, type Provider, refuseOld, unsigned } from './provider.ts';
import { header, hmac, same } from './signatures.ts';

const KINDS: Record<string, FeedbackKind> = {
  bounced: 'hard_bounce',
  soft_bounced: 'soft_bounce',
  complained: 'complaint',
};

const callBody = record({
  type: oneOf(['bounced', 'soft_bounced', 'complained']),
  email: emailAddress(),
  message_id: text(998).nullish(),
  reason: text(10_000).nullish(),
});

const MOST_SIGNATURES = 10;

/** Anybody's own reports, signed by Standard Webhooks: `v1` is the HMAC-SHA256 of id, timestamp and body. */
export const generic: Provider = ({ headers, body, secret, now }) => {
  const [id, timestamp] = [header(headers, 'webhook-id'), header(headers, 'webhook-timestamp')];
  const signatures = header(headers, 'webhook-signature').split(' ').slice(0, MOST_SIGNATURES);
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) throw unsigned();
  const expected = hmac(readStandardSecret(secret)!, Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]));
  const fits = (signature: string) =>
    signature.startsWith('v1,') && same(Buffer.from(signature.slice(3), 'base64'), expected);
  if (!signatures.some(fits)) throw unsigned();
  refuseOld(Number(timestamp), now);
  const read = judge(callBody, parseJson(body.toString('utf8')));
  if ('issues' in read) throw new CallError(422, sentence(read.issues[0]!));
  const { type, email, message_id: messageId, reason } = read.value;
  const message = isId(messageId) ? messageId.toLowerCase() : idInMessageId(messageId ?? undefined);
  const report = { kind: KINDS[type]!, messageId: message, named: [email], reason: reason ?? type, reference: id };
  return { call: id, reports: [report] };
};
