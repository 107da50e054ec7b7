import { button, ending, goods, look, masthead, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const orderConfirmation: ReadyMade = {
  key: 'order-confirmation',
  name: 'Order confirmation',
  description:
    'For a transactional e-mail after an order. Needs order: {number, url, total, address, items: [{name, quantity, price, image?}]}; amounts are texts, ready to be read.',
  subject: 'Your order {{ order.number }}',
  document: {
    settings: look('We have your order and are getting it ready.'),
    blocks: [
      ...masthead,
      { type: 'heading', text: 'Thank you{% if name %}, {{ name }}{% endif %}.' },
      {
        type: 'text',
        text: 'We have your order **{{ order.number }}** and are getting it ready. You will hear from us when it leaves.',
      },
      goods('order.items'),
      { type: 'divider', color: '#e4e0d8' },
      {
        type: 'columns',
        columns: [
          { width: 50, blocks: [{ type: 'text', text: '**Total**' }] },
          { width: 50, blocks: [{ type: 'text', text: '**{{ order.total }}**', align: 'right' }] },
        ],
      },
      { type: 'if', test: 'order.address', blocks: [quiet('It goes to: {{ order.address }}')] },
      button('See your order', '{{ order.url }}'),
      ...ending('You receive this e-mail because you ordered at {{ team.name }}. Keep it as your receipt.'),
    ],
  },
  variables: {
    name: 'Ann',
    order: {
      number: '2041',
      url: 'https://shop.example/orders/2041',
      total: '€ 14.70',
      address: 'Ann Miller, Long Street 12, 1011 Amsterdam',
      items: [
        { name: 'Rye loaf, 750 g', quantity: 2, price: '€ 9.80', image: 'https://shop.example/images/rye.jpg' },
        { name: 'Butter croissant', quantity: 2, price: '€ 4.90' },
      ],
    },
  },
};
