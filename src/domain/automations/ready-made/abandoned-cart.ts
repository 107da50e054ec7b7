import { abandonedCartFirst, abandonedCartSecond } from '../../content/ready-made/abandoned-cart.ts';
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
