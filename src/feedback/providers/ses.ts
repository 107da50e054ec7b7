import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { idInMessageId } from '../message-id.ts';
import { asObject, type Loose, named, objectAt, objectsAt, parseJson, sentence, textAt } from './json.ts';
import { CallError, type Provider, refuseOld, unsigned } from './provider.ts';
import type { Sns } from './sns.ts';

/** SNS tries again for an hour, with the time of the first try. */
const TOLERANCE_SECONDS = 2 * 3_600;

/** Amazon SES, which reports through a topic of SNS: the one that the team named, and no other of all that Amazon signs. */
export const ses =
  (sns: Sns): Provider =>
  async ({ body, secret, now }) => {
    const message = asObject(parseJson(body.toString('utf8')));
    if (textAt(message, 'TopicArn') !== secret || !(await sns.isGenuine(message))) throw unsigned();
    refuseOld(Date.parse(textAt(message, 'Timestamp')) / 1_000, now, TOLERANCE_SECONDS);
    const call = textAt(message, 'MessageId');
    switch (textAt(message, 'Type')) {
      case 'SubscriptionConfirmation':
        await sns.confirm(textAt(message, 'SubscribeURL'));
        return { call, reports: [] };
      case 'Notification':
        return { call, reports: readNotification(notificationIn(textAt(message, 'Message'))) };
      default:
        return { call, reports: [] };
    }
  };

/** SES also says in plain words that it works. */
function notificationIn(text: string): Loose {
  try {
    return asObject(parseJson(text));
  } catch (error) {
    if (error instanceof CallError) return {};
    throw error;
  }
}

function readNotification(notification: Loose) {
  const mail = objectAt(notification, 'mail');
  const messageId = messageIdIn(mail);
  const [bounce, complaint] = [objectAt(notification, 'bounce'), objectAt(notification, 'complaint')];
  switch (textAt(notification, 'notificationType') || textAt(notification, 'eventType')) {
    case 'Bounce': {
      const kind: FeedbackKind = textAt(bounce, 'bounceType') === 'Permanent' ? 'hard_bounce' : 'soft_bounce';
      const type = sentence(textAt(bounce, 'bounceType'), textAt(bounce, 'bounceSubType'));
      return objectsAt(bounce, 'bouncedRecipients').map((recipient) => ({
        ...about(recipient, messageId, textAt(bounce, 'feedbackId')),
        kind,
        reason: sentence(textAt(recipient, 'status'), textAt(recipient, 'diagnosticCode')) || type,
      }));
    }
    case 'Complaint': {
      const type = textAt(complaint, 'complaintFeedbackType') || 'abuse';
      if (type === 'not-spam') return [];
      return objectsAt(complaint, 'complainedRecipients').map((recipient) => ({
        ...about(recipient, messageId, textAt(complaint, 'feedbackId')),
        kind: 'complaint' as const,
        reason: type,
      }));
    }
    default:
      return [];
  }
}

const about = (recipient: Loose, messageId: string | undefined, feedbackId: string) => {
  const addresses = named(textAt(recipient, 'emailAddress'));
  return { messageId, named: addresses, reference: sentence(feedbackId, addresses[0] ?? '') };
};

/** SES gives messages a Message-ID of its own; the one we gave is among the original headers, when it is told to include them. */
function messageIdIn(mail: Loose): string | undefined {
  const original = objectsAt(mail, 'headers').find((field) => textAt(field, 'name').toLowerCase() === 'message-id');
  return (
    idInMessageId(textAt(original, 'value')) ?? idInMessageId(textAt(objectAt(mail, 'commonHeaders'), 'messageId'))
  );
}
