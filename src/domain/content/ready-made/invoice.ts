import { button, frame, ORDERED, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { ITEMS, ORDER } from './samples.ts';

export const invoice: ReadyMade = {
  key: 'invoice',
  name: 'Invoice',
  description:
    'For a transactional e-mail with an invoice to pay. Requires invoice: {number, url, due, subtotal, tax?, total, items: [{name, quantity, price}]}; amounts and dates are formatted texts.',
  subject: 'Invoice {{ invoice.number }}: {{ invoice.total }}, due {{ invoice.due }}',
  document: frame({
    preheader: 'Due {{ invoice.due }}.',
    because: ORDERED,
    blocks: [
      { type: 'heading', text: 'Invoice {{ invoice.number }}' },
      { type: 'text', text: 'Please pay **{{ invoice.total }}** by **{{ invoice.due }}**.' },
      {
        type: 'order',
        items: 'invoice.items',
        totals: [
          { label: 'Subtotal', value: '{{ invoice.subtotal }}' },
          { label: 'Tax', value: '{{ invoice.tax }}', test: 'invoice.tax' },
          { label: 'Total', value: '{{ invoice.total }}', strong: true },
        ],
      },
      { type: 'spacer', height: 8 },
      button('View and pay', '{{ invoice.url }}'),
      quiet('Already paid? You do not need to do anything.'),
    ],
  }),
  variables: {
    invoice: {
      number: '2026-117',
      url: 'https://shop.example/invoices/2026-117',
      due: '30.11.2026',
      subtotal: ORDER.subtotal,
      tax: ORDER.tax,
      total: '€ 18.89',
      items: ITEMS.map(({ name, quantity, price }) => ({ name, quantity, price })),
    },
  },
  translated: true,
};
