import { referral } from '../../content/ready-made/referral.ts';
import { review } from '../../content/ready-made/review.ts';
import { onEvent, type ReadyMadeAutomation, send, wait } from './ready-made-automation.ts';

export const postPurchase: ReadyMadeAutomation = {
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
