import type { ProviderEvent } from '../../domain/sending/receive-feedback.ts';
import type { FeedbackKind } from '../../domain/sending/record-feedback.ts';
import { idInMessageId } from '../message-id.ts';
import { asObject, type Loose, named, objectAt, objectsAt, parseJson, sentence, textAt, timeAt } from './json.ts';
import { judgeBounce } from './judge-bounce.ts';
import { CallError, type Provider, refuseOld, unsigned } from './provider.ts';
import type { Sns } from './sns.ts';

/** SNS retries for an hour, with the timestamp of the first try. */
const TOLERANCE_SECONDS = 2 * 3_600;

/** Amazon SES reports through SNS. Only the team's own topic is accepted, because Amazon signs all customers' topics. */
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
        return { call, events: [] };
      case 'Notification':
        return { call, events: readMessage(messageIn(textAt(message, 'Message'))) };
      default:
        return { call, events: [] };
    }
  };

/** The message's JSON; an empty object for the plain-text test message that SES sends too. */
function messageIn(text: string): Loose {
  try {
    return asObject(parseJson(text));
  } catch (error) {
    if (error instanceof CallError) return {};
    throw error;
  }
}

function readMessage(content: Loose): ProviderEvent[] {
  const mail = objectAt(content, 'mail');
  const messageId = messageIdIn(mail);
  const [bounce, complaint] = [objectAt(content, 'bounce'), objectAt(content, 'complaint')];
  switch (textAt(content, 'notificationType') || textAt(content, 'eventType')) {
    case 'Bounce': {
      const kind: FeedbackKind = textAt(bounce, 'bounceType') === 'Permanent' ? 'hard_bounce' : 'soft_bounce';
      const type = sentence(textAt(bounce, 'bounceType'), textAt(bounce, 'bounceSubType'));
      const reference = textAt(bounce, 'feedbackId');
      if (textAt(bounce, 'bounceSubType') === 'UnsubscribedRecipient') {
        return objectsAt(bounce, 'bouncedRecipients').map((recipient) => ({
          ...about(recipient, messageId, reference),
          kind: 'unsubscribe' as const,
          at: timeAt(bounce, 'timestamp'),
          isKnown: true,
        }));
      }
      return objectsAt(bounce, 'bouncedRecipients').map((recipient) => ({
        ...about(recipient, messageId, reference),
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
        // SES did not send, because the person had complained before.
        isKnown: textAt(complaint, 'complaintSubType') === 'OnAccountSuppressionList',
      }));
    }
    case 'Subscription':
      return readPreferences(objectAt(content, 'subscription'), mail, messageId);
    default:
      return [];
  }
}

/**
 * A person's choice on the page that SES links to: no e-mails at all, or fewer topics. Opting in subscribes nobody. SES
 * identifies the person only by the recipients of the message, of which there is just one.
 */
function readPreferences(subscription: Loose, mail: Loose, messageId: string | undefined): ProviderEvent[] {
  const { destination } = mail;
  const [address, ...others] = Array.isArray(destination) ? destination : [];
  if (typeof address !== 'string' || others.length > 0) return [];
  const [before, after] = [
    objectAt(subscription, 'oldTopicPreferences'),
    objectAt(subscription, 'newTopicPreferences'),
  ];
  const leftBefore = topicsLeft(before);
  const isLeaving =
    (isAllLeft(after) && !isAllLeft(before)) || topicsLeft(after).some((topic) => !leftBefore.includes(topic));
  if (!isLeaving) return [];
  const at = textAt(subscription, 'timestamp');
  const reference = sentence('Subscription', textAt(mail, 'messageId'), at);
  return [{ kind: 'unsubscribe', messageId, named: named(address), reference, at: timeAt(subscription, 'timestamp') }];
}

const isAllLeft = (preferences: Loose): boolean => preferences.unsubscribeAll === true;

const topicsLeft = (preferences: Loose): string[] =>
  objectsAt(preferences, 'topicSubscriptionStatus')
    .filter((topic) => /^opt_?out$/i.test(textAt(topic, 'subscriptionStatus')))
    .map((topic) => textAt(topic, 'topicName'));

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
