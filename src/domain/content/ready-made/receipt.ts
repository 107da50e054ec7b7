import { button, frame, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { ITEMS, ORDER } from './samples.ts';

export const receipt: ReadyMade = {
  key: 'receipt',
  name: 'Receipt',
  description:
    'For a transactional e-mail after a payment. Requires receipt: {number, date, url, method, total, tax?, items: [{name, quantity, price}]}; amounts and dates are formatted texts.',
  subject: 'Your receipt {{ receipt.number }}',
  document: frame({
    preheader: 'Paid: {{ receipt.total }}. Thank you.',
    because: 'You are receiving this e-mail because you paid at {{ team.name }}. Keep it as your receipt.',
    blocks: [
      { type: 'heading', text: 'Your receipt' },
      {
        type: 'text',
        text: 'Thank you. We received **{{ receipt.total }}** on {{ receipt.date }}, paid by {{ receipt.method }}.',
      },
      {
        type: 'order',
        items: 'receipt.items',
        totals: [
          { label: 'Total', value: '{{ receipt.total }}', strong: true },
          { label: 'Including tax', value: '{{ receipt.tax }}', test: 'receipt.tax' },
        ],
      },
      { type: 'spacer', height: 8 },
      button('Download the receipt', '{{ receipt.url }}'),
      quiet('Receipt {{ receipt.number }}'),
    ],
  }),
  variables: {
    receipt: {
      number: 'R-2041',
      date: '14 October',
      url: 'https://shop.example/receipts/R-2041',
      method: 'Visa •••• 4242',
      total: ORDER.subtotal,
      tax: ORDER.tax,
      items: ITEMS.map(({ name, quantity, price }) => ({ name, quantity, price })),
    },
  },
  translated: true,
};
