/** A thing that REST can show, and the key of its id in an entry. */
export interface Part {
  thing: Thing;
  id: string;
  /** Whether entries without the id exist. It is null in their notifications. */
  isNullable?: true;
}

/** A kind of REST object; also its key in a notification. */
export type Thing =
  | 'subscriber'
  | 'mail'
  | 'message'
  | 'campaign'
  | 'event'
  | 'conversion'
  | 'import'
  | 'run'
  | 'segment'
  | 'transport'
  | 'sending_domain'
  | 'suppression';

/** A kind of event that webhooks can receive. */
export interface WebhookKind {
  kind: string;
  description: string;
  /** The REST objects in it. */
  shows: readonly Part[];
  /** Further data from the entry, else null. */
  says: readonly string[];
}

const subscriber = (kind: string, description: string): WebhookKind => ({
  kind: `subscriber.${kind}`,
  description,
  says: [],
  shows: [{ thing: 'subscriber', id: 'id' }],
});

const mail = (kind: string, description: string, ...says: string[]): WebhookKind => ({
  kind: `mail.${kind}`,
  description,
  says,
  shows: [
    { thing: 'mail', id: 'mail', isNullable: true },
    { thing: 'message', id: 'message', isNullable: true },
  ],
});

const one = (thing: Thing, kind: string, description: string, ...says: string[]): WebhookKind => ({
  kind,
  description,
  says,
  shows: [{ thing, id: 'id' }],
});

const transport = (kind: string, description: string, ...says: string[]): WebhookKind => ({
  kind: `transport.${kind}`,
  description,
  says,
  // The installation's own transport has no id.
  shows: [{ thing: 'transport', id: 'transport', isNullable: true }],
});

const segment = (kind: string, description: string): WebhookKind => ({
  kind: `segment.${kind}`,
  description,
  says: [],
  shows: [
    { thing: 'segment', id: 'segment' },
    { thing: 'subscriber', id: 'id', isNullable: true },
  ],
});

/** Everything that webhooks can receive. */
export const WEBHOOK_KINDS: readonly WebhookKind[] = [
  subscriber('subscribed', 'A person was subscribed to a list, for the first time or again.'),
  subscriber('confirmed', 'A person confirmed a subscription.'),
  subscriber('unsubscribed', 'A subscription ended because the person unsubscribed.'),
  subscriber('updated', "A subscriber's name, language, time zone, tags or attributes changed."),
  subscriber('bounced', 'A subscription ended because messages to the address bounced.'),
  subscriber('complained', 'A subscription ended because of a spam complaint.'),
  subscriber('deleted', 'A subscriber was deleted, alone or with the list.'),
  mail('sent', 'A mail server accepted an e-mail.'),
  mail('failed', 'An e-mail failed for good or was cancelled.'),
  mail('opened', 'An e-mail was opened. The verdict distinguishes people from machines.', 'verdict'),
  mail('clicked', 'A link in an e-mail was clicked. The verdict distinguishes people from machines.', 'url', 'verdict'),
  mail('bounced', 'An e-mail bounced.', 'email', 'bounce', 'reason'),
  mail('complained', 'A recipient marked an e-mail as spam.', 'email', 'reason'),
  one('campaign', 'campaign.scheduled', 'A campaign was scheduled.'),
  one('campaign', 'campaign.sent', 'A campaign was sent to all recipients.'),
  one('campaign', 'campaign.paused', 'Sending a campaign was paused, by somebody or because of bounces or complaints.'),
  one('campaign', 'campaign.failed', 'A scheduled campaign could not be started.'),
  one('campaign', 'campaign.cancelled', 'A campaign was cancelled.'),
  one('event', 'event.recorded', 'An event was recorded.'),
  one('conversion', 'conversion.recorded', 'A conversion was recorded.', 'email'),
  one('import', 'import.completed', 'An import was completed.'),
  one('import', 'import.failed', 'An import failed.'),
  one('run', 'automation.entered', 'A person entered an automation.'),
  one('run', 'automation.completed', 'A person completed an automation.'),
  one('run', 'automation.exited', 'A person left an automation before its end. The exit reason says why.'),
  one('run', 'automation.failed', 'A step of an automation failed for a person, and was given up.'),
  segment('entered', 'A person joined a segment. Detected within five minutes.'),
  segment('left', 'A person left a segment. Detected within five minutes.'),
  transport('paused', 'Sending through a transport was paused because its server failed several times.', 'reason'),
  transport('recovered', 'A transport that was paused sends again.'),
  one(
    'sending_domain',
    'sending_domain.failed',
    'A verified sending domain lost its record in DNS, and no longer signs.',
  ),
  one('suppression', 'suppression.created', 'An address or a domain was suppressed.'),
];

const BY_NAME = new Map(WEBHOOK_KINDS.map((one) => [one.kind, one]));

export const kindOf = (name: string): WebhookKind | undefined => BY_NAME.get(name);

/** Instead of kinds: all of them, including future ones. */
export const ALL_KINDS = '*';
