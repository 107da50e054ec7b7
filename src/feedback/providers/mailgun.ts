import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { idInMessageId } from '../message-id.ts';
import { type Loose, named, objectAt, parseJson, sentence, textAt } from './json.ts';
import { judgeBounce } from './judge-bounce.ts';
import { type Provider, refuseOld, unsigned } from './provider.ts';
import { hmac, same } from './signatures.ts';

/**
 * Mailgun signs a timestamp and a token, not the body. So a token is valid for one call only, whatever its body says.
 */
export const mailgun: Provider = ({ body, secret, now }) => {
  const call = parseJson(body.toString('utf8'));
  const signature = objectAt(call, 'signature');
  const [timestamp, token] = [textAt(signature, 'timestamp'), textAt(signature, 'token')];
  const given = Buffer.from(textAt(signature, 'signature'), 'hex');
  if (token === '' || !same(given, hmac(secret, timestamp + token))) throw unsigned();
  refuseOld(Number(timestamp), now);
  return { call: token, reports: readEvent(objectAt(call, 'event-data')) };
};

function readEvent(event: Loose) {
  const kind = kindOf(event);
  if (!kind) return [];
  const status = objectAt(event, 'delivery-status');
  const words = sentence(textAt(status, 'code'), textAt(status, 'message') || textAt(status, 'description'));
  return [
    {
      ...judgeBounce(kind, words),
      messageId: idInMessageId(textAt(objectAt(objectAt(event, 'message'), 'headers'), 'message-id')),
      named: named(textAt(event, 'recipient')),
      reason: words || textAt(event, 'event'),
      reference: sentence(textAt(event, 'event'), textAt(event, 'id')),
    },
  ];
}

function kindOf(event: Loose): FeedbackKind | undefined {
  const name = textAt(event, 'event');
  if (name === 'complained') return 'complaint';
  if (name !== 'failed') return undefined;
  const [severity, reason] = [textAt(event, 'severity'), textAt(event, 'reason')];
  // Mailgun did not try, because the person had complained or unsubscribed there.
  if (reason === 'suppress-complaint' || reason === 'suppress-unsubscribe') return undefined;
  // `old`: it was deferred until its time was up.
  return severity === 'permanent' && reason !== 'old' ? 'hard_bounce' : 'soft_bounce';
}
