/** A thing that REST can show, and the key of its id in a fact. */
export interface Part {
  thing: Thing;
  id: string;
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
  | 'segment';

/** A kind of event that webhooks can receive. */
export interface WebhookKind {
  kind: string;
  description: string;
  /** The REST objects in it: null if the fact names none. */
  shows: readonly Part[];
  /** Further data from the fact, else null. */
  says: readonly string[];
}

const subscriber = (kind: string, description: string): WebhookKind => ({
  ...{ kind: `subscriber.${kind}`, description, says: [] },
  shows: [{ thing: 'subscriber', id: 'id' }],
});

const mail = (kind: string, description: string, ...says: string[]): WebhookKind => ({
  ...{ kind: `mail.${kind}`, description, says },
  shows: [
    { thing: 'mail', id: 'mail' },
    { thing: 'message', id: 'message' },
  ],
});

const one = (thing: Thing, kind: string, description: string, ...says: string[]): WebhookKind => ({
  ...{ kind, description, says },
  shows: [{ thing, id: 'id' }],
});

const segment = (kind: string, description: string): WebhookKind => ({
  ...{ kind: `segment.${kind}`, description, says: [] },
  shows: [
    { thing: 'segment', id: 'segment' },
    { thing: 'subscriber', id: 'id' },
  ],
});

/** Everything that webhooks can receive. */
export const WEBHOOK_KINDS: readonly WebhookKind[] = [
  subscriber('subscribed', 'Somebody is subscribed to a list, newly or again.'),
  subscriber('confirmed', 'Somebody has confirmed a subscription.'),
  subscriber('unsubscribed', 'A subscription has ended by an unsubscribe.'),
  subscriber('updated', 'Names, language, time zone, tags or attributes of a subscriber have changed.'),
  subscriber('bounced', 'A subscription has ended, because mails to the address bounce.'),
  subscriber('complained', 'A subscription has ended by a complaint about spam.'),
  subscriber('deleted', 'A subscriber was deleted, alone or with the list.'),
  mail('sent', 'A mail server has taken a mail.'),
  mail('failed', 'A mail has failed for good, or was cancelled.'),
  mail('opened', 'A mail was opened. The verdict tells people from machines.', 'verdict'),
  mail('clicked', 'A link in a mail was followed. The verdict tells people from machines.', 'url', 'verdict'),
  mail('bounced', 'A mail came back.', 'email', 'bounce', 'reason'),
  mail('complained', 'A recipient has complained about a mail.', 'email', 'reason'),
  one('campaign', 'campaign.scheduled', 'A campaign was given its time.'),
  one('campaign', 'campaign.sent', 'All messages of a campaign are through.'),
  one('event', 'event.recorded', 'An event was recorded.'),
  one('conversion', 'conversion.recorded', 'A conversion was recorded.', 'email'),
  one('import', 'import.completed', 'An import is done.'),
  one('import', 'import.failed', 'An import could not be finished.'),
  one('run', 'automation.entered', 'Somebody has entered an automation.'),
  one('run', 'automation.completed', 'Somebody has come to the end of an automation.'),
  segment('entered', 'Somebody has come into a segment: found within five minutes.'),
  segment('left', 'Somebody has left a segment: found within five minutes.'),
];

const BY_NAME = new Map(WEBHOOK_KINDS.map((one) => [one.kind, one]));

export const kindOf = (name: string): WebhookKind | undefined => BY_NAME.get(name);

/** Instead of kinds: all of them, including future ones. */
export const ALL_KINDS = '*';
