import { button, frame, greeting } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

/** Sent a few hours after a person viewed a product and left. */
export const browse: ReadyMade = {
  key: 'browse',
  name: 'Browse abandonment',
  description:
    'For people who viewed a product and left. Requires the event product.viewed with the properties name, url, price?, image? and text?.',
  subject: 'Still thinking about {{ event.name }}?',
  document: frame({
    preheader: 'Here is another look.',
    because: 'You are receiving this e-mail because you viewed a product at {{ team.name }}.',
    blocks: [
      { type: 'heading', text: 'Did it catch your eye?' },
      greeting,
      { type: 'text', text: 'You recently viewed this product:' },
      {
        type: 'if',
        test: 'event.image',
        blocks: [
          {
            type: 'image',
            src: '{{ event.image }}',
            alt: '{{ event.name }}',
            href: '{{ event.url }}',
            width: 280,
            align: 'start',
          },
        ],
      },
      { type: 'heading', level: 2, text: '{{ event.name }}' },
      { type: 'if', test: 'event.text', blocks: [{ type: 'text', text: '{{ event.text }}' }] },
      { type: 'if', test: 'event.price', blocks: [{ type: 'text', text: '**{{ event.price }}**' }] },
      button('Take another look', '{{ event.url }}'),
      { type: 'text', text: 'Do you have a question? Reply to this e-mail and we will help.' },
    ],
  }),
  variables: {
    event: {
      name: 'Wheat sourdough, 1 kg',
      url: 'https://shop.example/product-sourdough',
      price: '€ 6.20',
      image: 'pictures:product-sourdough',
      text: 'Baked for an hour on hot stone, with nothing in it but flour, water and salt.',
    },
    ...UNSUBSCRIBE,
  },
  translated: true,
};
