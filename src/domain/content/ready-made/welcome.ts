import { button, frame, hero, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const welcome: ReadyMade = {
  key: 'welcome',
  name: 'Welcome',
  description: 'The first e-mail to a new subscriber. Add your own text and links.',
  subject: 'Welcome to {{ team.name }}',
  document: frame({
    preheader: 'Good to have you here. Here is where to start.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-shop', 'Our shop, with the door open'),
      {
        type: 'heading',
        text: 'Good to have you here{% if subscriber.first_name %}, {{ subscriber.first_name }}{% endif %}.',
      },
      {
        type: 'text',
        text: 'Thank you for subscribing. From time to time we write about what we make, how we make it and what is new. Nothing else, and only when we have something to say.',
      },
      button('Look around', 'https://shop.example/start'),
      { type: 'divider', color: '#e4e0d8' },
      { type: 'heading', level: 3, text: 'Three good places to start' },
      {
        type: 'text',
        text: '1. [Read about us](https://shop.example/about) and what we care about.\n2. [See what others come back for](https://shop.example/favourites).\n3. Reply to this e-mail and tell us what you are looking for. A person reads it.',
      },
    ],
  }),
  variables: UNSUBSCRIBE,
};
