import { button, frame, ORDERED, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { ORDER } from './samples.ts';

const { number, url, total, shipping, address, items } = ORDER;

export const orderConfirmation: ReadyMade = {
  key: 'order-confirmation',
  name: 'Order confirmation',
  description:
    'For a transactional e-mail after an order. Requires order: {number, url, total, shipping?, address?, items: [{name, quantity, price, image?}]}; amounts are formatted texts.',
  subject: 'Your order {{ order.number }}',
  document: frame({
    preheader: 'We received your order and are getting it ready.',
    because: ORDERED,
    blocks: [
      { type: 'heading', text: 'Thank you{% if name %}, {{ name }}{% endif %}.' },
      {
        type: 'text',
        text: 'We received your order **{{ order.number }}** and are getting it ready. We will let you know when it ships.',
      },
      {
        type: 'order',
        items: 'order.items',
        totals: [
          { label: 'Shipping', value: '{{ order.shipping }}', test: 'order.shipping' },
          { label: 'Total', value: '{{ order.total }}', strong: true },
        ],
      },
      { type: 'spacer', height: 8 },
      button('View your order', '{{ order.url }}'),
      {
        type: 'if',
        test: 'order.address',
        blocks: [
          { type: 'divider', color: '#e4e0d8' },
          { type: 'heading', level: 3, text: 'Ships to' },
          { type: 'text', text: '{{ order.address | escape | newline_to_br | raw }}' },
        ],
      },
      quiet('Is something wrong? Reply to this e-mail before we pack your order.'),
    ],
  }),
  variables: { name: 'Ann', order: { number, url, total, shipping, address, items } },
  translated: true,
};
