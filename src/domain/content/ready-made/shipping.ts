import { button, hero, letter, ORDERED, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { ITEMS } from './samples.ts';

export const shipping: ReadyMade = {
  key: 'shipping',
  name: 'On its way',
  description:
    'For a transactional e-mail when an order leaves. Needs order: {number, tracking_url, carrier?, arrives?, items: [{name, quantity, image?}]}.',
  subject: 'Your order {{ order.number }} is on its way',
  document: letter({
    preheader: 'It has left, and you can follow it.',
    because: ORDERED,
    blocks: [
      hero('hero-parcel', 'A parcel on its way'),
      { type: 'heading', text: 'It is on its way.' },
      {
        type: 'text',
        text: 'Your order **{{ order.number }}** has left us{% if order.carrier %} with {{ order.carrier }}{% endif %}.',
      },
      {
        type: 'if',
        test: 'order.arrives',
        blocks: [{ type: 'text', text: 'It should reach you: **{{ order.arrives }}**' }],
      },
      button('Follow your parcel', '{{ order.tracking_url }}'),
      { type: 'heading', level: 3, text: 'In the parcel' },
      { type: 'order', items: 'order.items' },
      quiet('It has not come in time? Answer this e-mail and we will look for it.'),
    ],
  }),
  variables: {
    order: {
      number: '2041',
      tracking_url: 'https://shop.example/track/2041',
      carrier: 'DHL',
      arrives: 'Thursday, 16 October',
      items: ITEMS.map(({ name, quantity, image }) => ({ name, quantity, image })),
    },
  },
  translated: true,
};
