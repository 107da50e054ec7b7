import { z } from 'zod';
import { readStandardSecret } from '../../domain/sending/feedback-secrets.ts';
import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { isId } from '../../ids.ts';
import { emailAddress } from '../../validation/email.ts';
import { oneOf, otherwise, record, text } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { idInMessageId } from '../message-id.ts';
import { parseJson, timeAt } from './json.ts';
import { judgeBounce } from './judge-bounce.ts';
import { type Provider, refuseOld, unsigned } from './provider.ts';
import { header, hmac, same } from './signatures.ts';

const KINDS: Record<string, FeedbackKind> = {
  bounced: 'hard_bounce',
  soft_bounced: 'soft_bounce',
  complained: 'complaint',
};

const callBody = record({
  type: oneOf(['bounced', 'soft_bounced', 'complained', 'unsubscribed']),
  email: emailAddress(),
  message_id: text(998).nullish(),
  // Any length and content: the domain cleans it when storing, and a report is not lost because of its reason.
  reason: z.string({ error: otherwise('must be a string.') }).nullish(),
  occurred_at: dateTime().nullish(),
});

const MAX_SIGNATURES = 10;

/** A team's own reports, signed as Standard Webhooks: `v1` is the HMAC-SHA256 of id, timestamp and body. */
export const generic: Provider = ({ headers, body, secret, now }) => {
  const [id, timestamp] = [header(headers, 'webhook-id'), header(headers, 'webhook-timestamp')];
  const signatures = header(headers, 'webhook-signature').split(' ').slice(0, MAX_SIGNATURES);
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) throw unsigned();
  const expected = hmac(readStandardSecret(secret)!, Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]));
  const fits = (signature: string) =>
    signature.startsWith('v1,') && same(Buffer.from(signature.slice(3), 'base64'), expected);
  if (!signatures.some(fits)) throw unsigned();
  refuseOld(Number(timestamp), now);
  const { type, email, message_id, reason, occurred_at } = parse(callBody, parseJson(body.toString('utf8')));
  const messageId = isId(message_id) ? message_id.toLowerCase() : idInMessageId(message_id ?? undefined);
  const about = { messageId, named: [email], reference: id };
  if (type === 'unsubscribed') {
    return {
      call: id,
      events: [{ ...about, kind: 'unsubscribe', at: occurred_at ?? timeAt({ timestamp }, 'timestamp') }],
    };
  }
  const report = { ...about, kind: KINDS[type]!, reason: reason ?? type };
  // The team has already judged: its kind counts, whatever the reason.
  const cause = type === 'complained' ? undefined : judgeBounce(report.kind, reason ?? '').cause;
  return { call: id, events: [{ ...report, cause }] };
};
