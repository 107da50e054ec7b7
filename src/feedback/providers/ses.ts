import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { idInMessageId } from '../message-id.ts';
import { asObject, type Loose, named, objectAt, objectsAt, parseJson, sentence, textAt } from './json.ts';
import { judgeBounce } from './judge-bounce.ts';
import { CallError, type Provider, refuseOld, unsigned } from './provider.ts';
import type { Sns } from './sns.ts';

/** SNS retries for an hour, with the timestamp of the first try. */
const TOLERANCE_SECONDS = 2 * 3_600;

/** Amazon SES reports through SNS. Only the team's own topic is accepted, because Amazon signs everybody's topics. */
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

/** The notification's JSON; an empty object for the plain-text test message that SES sends too. */
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
        ...judgeBounce(kind, textAt(recipient, 'diagnosticCode'), textAt(recipient, 'status')),
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

/** SES replaces the Message-ID. Ours is among the original headers, if SES is configured to include them. */
function messageIdIn(mail: Loose): string | undefined {
  const original = objectsAt(mail, 'headers').find((field) => textAt(field, 'name').toLowerCase() === 'message-id');
  return (
    idInMessageId(textAt(original, 'value')) ?? idInMessageId(textAt(objectAt(mail, 'commonHeaders'), 'messageId'))
  );
}
