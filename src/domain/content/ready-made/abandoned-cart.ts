import { button, ending, goods, look, masthead } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

const NEEDS = 'Needs the event cart.abandoned with the properties url and items: [{name, quantity, price, image?}].';

const variables = {
  event: {
    url: 'https://shop.example/cart',
    items: [
      { name: 'Rye loaf, 750 g', quantity: 2, price: '€ 9.80', image: 'https://shop.example/images/rye.jpg' },
      { name: 'Wheat sourdough, 1 kg', quantity: 1, price: '€ 6.20' },
    ],
  },
  unsubscribe_url: 'https://shop.example/unsubscribe',
};

const because = ending('You receive this e-mail because you left something in your cart at {{ team.name }}.');
const greeting = 'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},';

/** Sent about an hour after the cart was left. */
export const abandonedCartFirst: ReadyMade = {
  key: 'abandoned-cart-1',
  name: 'Abandoned cart, first e-mail',
  description: `Reminds of a cart, an hour or so after it was left. ${NEEDS}`,
  subject: 'Your cart is still here',
  document: {
    settings: look('We kept what you chose.'),
    blocks: [
      ...masthead,
      { type: 'heading', text: 'We kept your cart' },
      { type: 'text', text: greeting },
      { type: 'text', text: 'You were choosing something with us and did not finish. It is all still there:' },
      goods('event.items'),
      button('Back to your cart', '{{ event.url }}'),
      { type: 'text', text: 'Was something not as it should be? Answer this e-mail and we will help.' },
      ...because,
    ],
  },
  variables,
};

/** Sent a day later, as the last reminder. */
export const abandonedCartSecond: ReadyMade = {
  key: 'abandoned-cart-2',
  name: 'Abandoned cart, second e-mail',
  description: `Reminds of a cart a day later, and says that it is the last time. ${NEEDS}`,
  subject: 'Shall we put it back on the shelf?',
  document: {
    settings: look('Your cart is kept a little longer.'),
    blocks: [
      ...masthead,
      { type: 'heading', text: 'Still thinking about it?' },
      { type: 'text', text: greeting },
      {
        type: 'text',
        text: 'Take your time. Your cart is kept a little longer, and we will not remind you of it again.',
      },
      goods('event.items'),
      button('Finish your order', '{{ event.url }}'),
      { type: 'text', text: 'Changed your mind? Then there is nothing to do.' },
      ...because,
    ],
  },
  variables,
};
