import { browse } from '../../content/ready-made/browse.ts';
import { onEvent, type ReadyMadeAutomation, send, until, wait } from './ready-made-automation.ts';

export const browseAbandonment: ReadyMadeAutomation = {
  key: 'browse-abandonment',
  name: 'Looked at a product',
  description:
    'Some hours after a product was looked at, unless a cart was filled or something ordered meanwhile; at most once a week. Needs the event product.viewed, with the properties name, url, price?, image? and text?.',
  trigger: onEvent('product.viewed'),
  entry: { again: 'restart', not_within: 'P7D' },
  exits: [until('order', true), until('cart.abandoned', false)],
  // The goal may come days after the e-mail.
  steps: [wait('some-hours', 'PT4H'), send('e-mail', browse), wait('some-days', 'P5D')],
};
