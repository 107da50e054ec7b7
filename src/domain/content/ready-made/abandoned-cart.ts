import { button, greeting, letter } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { ITEMS, UNSUBSCRIBE } from './samples.ts';

const NEEDS = 'Needs the event cart.abandoned with the properties url and items: [{name, quantity, price, image?}].';

const variables = { event: { url: 'https://shop.example/cart', items: ITEMS }, ...UNSUBSCRIBE };

const because = 'You receive this e-mail because you left something in your cart at {{ team.name }}.';

/** Sent about an hour after the cart was left. */
export const abandonedCartFirst: ReadyMade = {
  key: 'abandoned-cart-1',
  name: 'Abandoned cart, first e-mail',
  description: `Reminds of a cart, an hour or so after it was left. ${NEEDS}`,
  subject: 'Your cart is still here',
  document: letter({
    preheader: 'We kept what you chose.',
    because,
    blocks: [
      { type: 'heading', text: 'We kept your cart' },
      greeting,
      { type: 'text', text: 'You were choosing something with us and did not finish. It is all still there:' },
      { type: 'order', items: 'event.items' },
      { type: 'spacer', height: 8 },
      button('Back to your cart', '{{ event.url }}'),
      { type: 'text', text: 'Was something not as it should be? Answer this e-mail and we will help.' },
    ],
  }),
  variables,
  translated: true,
};

/** Sent a day later, as the last reminder. */
export const abandonedCartSecond: ReadyMade = {
  key: 'abandoned-cart-2',
  name: 'Abandoned cart, second e-mail',
  description: `Reminds of a cart a day later, and says that it is the last time. ${NEEDS}`,
  subject: 'Shall we put it back on the shelf?',
  document: letter({
    preheader: 'Your cart is kept a little longer.',
    because,
    blocks: [
      { type: 'heading', text: 'Still thinking about it?' },
      greeting,
      {
        type: 'text',
        text: 'Take your time. Your cart is kept a little longer, and we will not remind you of it again.',
      },
      { type: 'order', items: 'event.items' },
      { type: 'spacer', height: 8 },
      button('Finish your order', '{{ event.url }}'),
      { type: 'text', text: 'Changed your mind? Then there is nothing to do.' },
    ],
  }),
  variables,
  translated: true,
};
