import { verify } from 'node:crypto';
import { readVerificationKey } from '../../domain/sending/feedback-secrets.ts';
import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { idInMessageId } from '../message-id.ts';
import { asObject, type Loose, named, parseJson, sentence, textAt } from './json.ts';
import { judgeBounce } from './judge-bounce.ts';
import { type Provider, refuseOld, unsigned } from './provider.ts';
import { header } from './signatures.ts';

const PREFIX = 'x-twilio-email-event-webhook';

/** SendGrid signs timestamp and body with ECDSA. One call contains many events. */
export const sendgrid: Provider = ({ headers, body, secret, now }) => {
  const timestamp = header(headers, `${PREFIX}-timestamp`);
  const signature = Buffer.from(header(headers, `${PREFIX}-signature`), 'base64');
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!/^\d{1,12}$/.test(timestamp) || !verify('sha256', signed, readVerificationKey(secret)!, signature)) {
    throw unsigned();
  }
  refuseOld(Number(timestamp), now);
  const events = parseJson(body.toString('utf8'));
  // The same body can have several valid signatures, so a call is identified by its timestamp and body.
  return {
    call: signed.toString('latin1'),
    reports: (Array.isArray(events) ? events : [events]).map(asObject).flatMap(readEvent),
  };
};

function readEvent(event: Loose) {
  const kind = kindOf(event);
  if (!kind) return [];
  const diagnostic = textAt(event, 'reason') || textAt(event, 'response');
  return [
    {
      ...judgeBounce(kind, diagnostic, textAt(event, 'status')),
      messageId: idInMessageId(textAt(event, 'smtp-id')),
      named: named(textAt(event, 'email')),
      reason: sentence(textAt(event, 'status'), diagnostic) || kind,
      reference: textAt(event, 'sg_event_id') || sentence(textAt(event, 'event'), textAt(event, 'sg_message_id')),
    },
  ];
}

/** `dropped` is ignored: SendGrid did not try, for a reason that it has reported before. */
function kindOf(event: Loose): FeedbackKind | undefined {
  switch (textAt(event, 'event')) {
    case 'spamreport':
      return 'complaint';
    case 'bounce':
      return textAt(event, 'type') === 'blocked' || textAt(event, 'status').startsWith('4.')
        ? 'soft_bounce'
        : 'hard_bounce';
    case 'deferred':
      return 'soft_bounce';
    default:
      return undefined;
  }
}
