import { abandonedCartFirst, abandonedCartSecond } from '../../content/ready-made/abandoned-cart.ts';
import { birthday as birthdayEmail } from '../../content/ready-made/birthday.ts';
import { browse } from '../../content/ready-made/browse.ts';
import { reEngagement } from '../../content/ready-made/re-engagement.ts';
import { referral } from '../../content/ready-made/referral.ts';
import { review } from '../../content/ready-made/review.ts';
import { welcome as welcomeEmail } from '../../content/ready-made/welcome.ts';
import { winBack as winBackEmail } from '../../content/ready-made/win-back.ts';
import type { Step } from '../definition/definition.ts';
import { branchesOf } from '../definition/program.ts';
import { onEvent, type ReadyMadeAutomation, send, until, wait } from './ready-made-automation.ts';

/** Every new team starts with this one. */
export const abandonedCart: ReadyMadeAutomation = {
  key: 'abandoned-cart',
  name: 'Abandoned cart',
  description:
    'Sends a reminder an hour after a cart was abandoned and another a day later, until the person orders. Requires the events cart.abandoned, with the properties url and items: [{name, quantity, price, image?}], and order.',
  trigger: onEvent('cart.abandoned'),
  entry: { again: 'restart' },
  exits: [until('order', true)],
  steps: [
    wait('an-hour', 'PT1H'),
    send('first-e-mail', abandonedCartFirst),
    wait('a-day', 'P1D'),
    send('second-e-mail', abandonedCartSecond),
  ],
};

const welcome: ReadyMadeAutomation = {
  key: 'welcome',
  name: 'Welcome',
  description: 'Welcomes each new subscriber of a list, once. Requires a list.',
  trigger: { type: 'subscribed', imports: false },
  entry: { again: 'never' },
  exits: [],
  steps: [send('e-mail', welcomeEmail)],
};

/** Each order ends the active run and starts a new one. */
const winBack: ReadyMadeAutomation = {
  key: 'win-back',
  name: 'Win-back',
  description:
    'Writes to customers who have not ordered for 60 days, and again two weeks later. Each order restarts the wait. Requires the event order.',
  trigger: onEvent('order'),
  entry: { again: 'always' },
  exits: [until('order', false)],
  steps: [
    wait('sixty-days', 'P60D'),
    send('missed-you', winBackEmail),
    wait('two-weeks', 'P14D'),
    send('shall-we-go-on', reEngagement),
  ],
};

const birthday: ReadyMadeAutomation = {
  key: 'birthday',
  name: 'Birthday',
  description:
    "Sends an e-mail on each birthday, at 09:00 in the person's time zone. Requires a contact field of type date with the key birthday.",
  trigger: { type: 'date', field: 'birthday', offset: 'P0D', at: '09:00', every_year: true },
  entry: { again: 'after_end' },
  exits: [],
  steps: [send('e-mail', birthdayEmail)],
};

const postPurchase: ReadyMadeAutomation = {
  key: 'post-purchase',
  name: 'Post-purchase',
  description:
    'Asks for a review a week after delivery, at 10:00, and for a referral two weeks later; at most once in 90 days. Requires the event order.delivered, with the properties review_url and items: [{name, image?}].',
  trigger: onEvent('order.delivered'),
  entry: { again: 'after_end', not_within: 'P90D' },
  exits: [],
  steps: [
    wait('a-week', 'P7D'),
    { id: 'in-the-morning', type: 'wait', until: { time: '10:00' } },
    send('review', review),
    wait('two-weeks', 'P14D'),
    send('tell-a-friend', referral),
  ],
};

const browseAbandonment: ReadyMadeAutomation = {
  key: 'browse-abandonment',
  name: 'Browse abandonment',
  description:
    'Sends an e-mail four hours after a product view, unless the person abandons a cart or orders first; at most once a week. Requires the event product.viewed, with the properties name, url, price?, image? and text?.',
  trigger: onEvent('product.viewed'),
  entry: { again: 'restart', not_within: 'P7D' },
  exits: [until('order', true), until('cart.abandoned', false)],
  // The goal may come days after the e-mail.
  steps: [wait('some-hours', 'PT4H'), send('e-mail', browse), wait('some-days', 'P5D')],
};

/** The ready-made automations, in display order. */
export const READY_MADE: readonly ReadyMadeAutomation[] = [
  ...[abandonedCart, welcome, winBack, birthday, postPurchase, browseAbandonment],
];

/** A ready-made automation by its key, if it exists. */
export const findReadyMade = (key: string): ReadyMadeAutomation | undefined =>
  READY_MADE.find((one) => one.key === key);

/** The names of the templates that steps send, at any depth. */
export const templatesSent = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) => [
    ...(step.type === 'send' ? [step.template] : []),
    ...branchesOf(step).flatMap(({ steps: inner }) => templatesSent(inner)),
  ]);
