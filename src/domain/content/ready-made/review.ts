import { button, frame, greeting, hero, ORDERED, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { ITEMS, UNSUBSCRIBE } from './samples.ts';

/** Sent a few days after an order has arrived. */
export const review: ReadyMade = {
  key: 'review',
  name: 'Review request',
  description:
    'Asks for a review a few days after delivery. Requires the event order.delivered with the properties review_url and items: [{name, image?}].',
  subject: 'How was it?',
  document: frame({
    preheader: 'Your review helps others choose.',
    because: ORDERED,
    blocks: [
      hero('hero-stars', 'Five stars'),
      { type: 'heading', text: 'How was it?' },
      greeting,
      { type: 'text', text: 'Your order arrived a few days ago. What do you think of it?' },
      { type: 'order', items: 'event.items' },
      { type: 'spacer', height: 8 },
      button('Write a review', '{{ event.review_url }}'),
      quiet('Not happy with it? Reply to this e-mail and we will put it right.'),
    ],
  }),
  variables: {
    event: {
      review_url: 'https://shop.example/orders/2041/review',
      items: ITEMS.map(({ name, image }) => ({ name, image })),
    },
    ...UNSUBSCRIBE,
  },
  translated: true,
};
