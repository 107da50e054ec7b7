import { button, frame, greeting } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { ITEMS, UNSUBSCRIBE } from './samples.ts';

const NEEDS = 'Requires the event cart.abandoned with the properties url and items: [{name, quantity, price, image?}].';

const variables = { event: { url: 'https://shop.example/cart', items: ITEMS }, ...UNSUBSCRIBE };

const because = 'You are receiving this e-mail because you left something in your cart at {{ team.name }}.';

/** Sent about an hour after the cart was left. */
export const abandonedCartFirst: ReadyMade = {
  key: 'abandoned-cart-1',
  name: 'Abandoned cart, first e-mail',
  description: `Reminds a customer of an abandoned cart, about an hour later. ${NEEDS}`,
  subject: 'Your cart is still here',
  document: frame({
    preheader: 'We saved your items for you.',
    because,
    blocks: [
      { type: 'heading', text: 'We saved your cart' },
      greeting,
      { type: 'text', text: 'You left these items in your cart. They are still there:' },
      { type: 'order', items: 'event.items' },
      { type: 'spacer', height: 8 },
      button('Return to your cart', '{{ event.url }}'),
      { type: 'text', text: 'Did something go wrong? Reply to this e-mail and we will help.' },
    ],
  }),
  variables,
  translated: true,
};

/** Sent a day later, as the last reminder. */
export const abandonedCartSecond: ReadyMade = {
  key: 'abandoned-cart-2',
  name: 'Abandoned cart, second e-mail',
  description: `The second and last reminder of an abandoned cart, a day later. ${NEEDS}`,
  subject: 'Do you still want these items?',
  document: frame({
    preheader: 'We will keep your cart a little longer.',
    because,
    blocks: [
      { type: 'heading', text: 'Still thinking about it?' },
      greeting,
      {
        type: 'text',
        text: 'Take your time. We will keep your cart a little longer and will not remind you again.',
      },
      { type: 'order', items: 'event.items' },
      { type: 'spacer', height: 8 },
      button('Complete your order', '{{ event.url }}'),
      { type: 'text', text: 'Changed your mind? You do not need to do anything.' },
    ],
  }),
  variables,
  translated: true,
};
