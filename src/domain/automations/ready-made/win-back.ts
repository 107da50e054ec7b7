import { reEngagement } from '../../content/ready-made/re-engagement.ts';
import { winBack as template } from '../../content/ready-made/win-back.ts';
import { onEvent, type ReadyMadeAutomation, send, until, wait } from './ready-made-automation.ts';

/** Each order ends the active run and starts a new one. */
export const winBack: ReadyMadeAutomation = {
  key: 'win-back',
  name: 'Win-back',
  description:
    'Writes to customers who have not ordered for 60 days, and again two weeks later. Each order restarts the wait. Requires the event order.',
  trigger: onEvent('order'),
  entry: { again: 'always' },
  exits: [until('order', false)],
  steps: [
    wait('sixty-days', 'P60D'),
    send('missed-you', template),
    wait('two-weeks', 'P14D'),
    send('shall-we-go-on', reEngagement),
  ],
};
