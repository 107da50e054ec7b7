import { verify } from 'node:crypto';
import { readVerificationKey } from '../../domain/sending/feedback-secrets.ts';
import type { ProviderEvent } from '../../domain/sending/receive-feedback.ts';
import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { idInMessageId } from '../message-id.ts';
import { asObject, type Loose, named, parseJson, sentence, textAt, timeAt } from './json.ts';
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
    events: (Array.isArray(events) ? events : [events]).map(asObject).flatMap(readEvent),
  };
};

function readEvent(event: Loose): ProviderEvent[] {
  const what = whatOf(event);
  if (!what) return [];
  const name = textAt(event, 'event');
  const isDropped = name === 'dropped';
  const about = {
    messageId: idInMessageId(textAt(event, 'smtp-id')),
    named: named(textAt(event, 'email')),
    reference: textAt(event, 'sg_event_id') || sentence(name, textAt(event, 'sg_message_id')),
    isKnown: isDropped && what !== 'hard_bounce',
  };
  if (what === 'unsubscribe') {
    return [{ ...about, kind: what, at: timeAt(event, 'timestamp'), isOfOneList: name === 'group_unsubscribe' }];
  }
  const diagnostic = textAt(event, 'reason') || textAt(event, 'response');
  const reason = sentence(textAt(event, 'status'), diagnostic) || what;
  if (isDropped) return [{ ...about, kind: what, reason }];
  return [{ ...about, ...judgeBounce(what, diagnostic, textAt(event, 'status')), reason }];
}

type What = FeedbackKind | 'unsubscribe';

/** `group_resubscribe` subscribes nobody: people who want e-mails again subscribe with us. */
function whatOf(event: Loose): What | undefined {
  switch (textAt(event, 'event')) {
    case 'spamreport':
      return 'complaint';
    case 'bounce':
      return textAt(event, 'type') === 'blocked' || textAt(event, 'status').startsWith('4.')
        ? 'soft_bounce'
        : 'hard_bounce';
    case 'deferred':
      return 'soft_bounce';
    case 'unsubscribe':
    case 'group_unsubscribe':
      return 'unsubscribe';
    case 'dropped':
      return DROPS.find(({ reason }) => reason.test(textAt(event, 'reason').trim()))?.what;
    default:
      return undefined;
  }
}

/** SendGrid's reasons not to send. Other reasons concern the message or the account, such as spam content. */
const DROPS: readonly { reason: RegExp; what: What }[] = [
  { reason: /^(?:group )?unsubscribed?\b/i, what: 'unsubscribe' },
  { reason: /^spam report/i, what: 'complaint' },
  { reason: /^bounced address/i, what: 'hard_bounce' },
  { reason: /^invalid(?: e-?mail)?(?: address)?$/i, what: 'hard_bounce' },
];
