import type { ProviderEvent } from '../../domain/sending/receive-feedback.ts';
import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { idInMessageId } from '../message-id.ts';
import { type Loose, named, objectAt, parseJson, sentence, textAt, timeAt } from './json.ts';
import { judgeBounce } from './judge-bounce.ts';
import { type Provider, refuseOld, unsigned } from './provider.ts';
import { hmac, same } from './signatures.ts';

/** Mailgun signs a timestamp and a token, not the body. So a token is valid for one call only, whatever the body. */
export const mailgun: Provider = ({ body, secret, now }) => {
  const call = parseJson(body.toString('utf8'));
  const signature = objectAt(call, 'signature');
  const [timestamp, token] = [textAt(signature, 'timestamp'), textAt(signature, 'token')];
  const given = Buffer.from(textAt(signature, 'signature'), 'hex');
  if (token === '' || !same(given, hmac(secret, timestamp + token))) throw unsigned();
  refuseOld(Number(timestamp), now);
  return { call: token, events: readEvent(objectAt(call, 'event-data')) };
};

function readEvent(event: Loose): ProviderEvent[] {
  const what = whatOf(event);
  if (!what) return [];
  const status = objectAt(event, 'delivery-status');
  const words = sentence(textAt(status, 'code'), textAt(status, 'message') || textAt(status, 'description'));
  const isKnown = textAt(event, 'event') === 'failed' && what !== 'hard_bounce' && what !== 'soft_bounce';
  const about = {
    messageId: idInMessageId(textAt(objectAt(objectAt(event, 'message'), 'headers'), 'message-id')),
    named: named(textAt(event, 'recipient')),
    reference: sentence(textAt(event, 'event'), textAt(event, 'id')),
    isKnown,
  };
  if (what === 'unsubscribe') return [{ ...about, kind: what, at: timeAt(event, 'timestamp') }];
  return [{ ...about, ...judgeBounce(what, words), reason: words || textAt(event, 'event') }];
}

/** Mailgun's codes for messages it did not try to send, because the person had unsubscribed or complained there. */
const SUPPRESSED: Record<string, 'unsubscribe' | 'complaint' | undefined> = {
  'suppress-unsubscribe': 'unsubscribe',
  606: 'unsubscribe',
  'suppress-complaint': 'complaint',
  607: 'complaint',
};

function whatOf(event: Loose): FeedbackKind | 'unsubscribe' | undefined {
  const name = textAt(event, 'event');
  if (name === 'complained') return 'complaint';
  if (name === 'unsubscribed') return 'unsubscribe';
  if (name !== 'failed') return undefined;
  const [severity, reason] = [textAt(event, 'severity'), textAt(event, 'reason')];
  const suppressed = SUPPRESSED[reason] ?? SUPPRESSED[textAt(objectAt(event, 'delivery-status'), 'code')];
  if (suppressed) return suppressed;
  // `old`: it was deferred until it expired.
  return severity === 'permanent' && reason !== 'old' ? 'hard_bounce' : 'soft_bounce';
}
