import { button, frame, hero, ORDERED, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { ITEMS } from './samples.ts';

export const shipping: ReadyMade = {
  key: 'shipping',
  name: 'Shipping confirmation',
  description:
    'For a transactional e-mail when an order ships. Requires order: {number, tracking_url, carrier?, arrives?, items: [{name, quantity, image?}]}.',
  subject: 'Your order {{ order.number }} is on its way',
  document: frame({
    preheader: 'Your order has shipped. You can track it.',
    because: ORDERED,
    blocks: [
      hero('hero-parcel', 'A parcel on its way'),
      { type: 'heading', text: 'Your order is on its way' },
      {
        type: 'text',
        text: 'We have shipped your order **{{ order.number }}**{% if order.carrier %} with {{ order.carrier }}{% endif %}.',
      },
      {
        type: 'if',
        test: 'order.arrives',
        blocks: [{ type: 'text', text: 'Estimated delivery: **{{ order.arrives }}**' }],
      },
      button('Track your parcel', '{{ order.tracking_url }}'),
      { type: 'heading', level: 3, text: 'In the parcel' },
      { type: 'order', items: 'order.items' },
      quiet('Not arrived on time? Reply to this e-mail and we will look into it.'),
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
