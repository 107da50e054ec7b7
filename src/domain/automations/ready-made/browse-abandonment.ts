import { browse } from '../../content/ready-made/browse.ts';
import { onEvent, type ReadyMadeAutomation, send, until, wait } from './ready-made-automation.ts';

export const browseAbandonment: ReadyMadeAutomation = {
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
