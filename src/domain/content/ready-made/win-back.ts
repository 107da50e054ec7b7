import { button, frame, greeting, hero, ORDERED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const winBack: ReadyMade = {
  key: 'win-back',
  name: 'Win-back',
  description: 'For customers who have not ordered for a long time, with a discount code. Add your own code and link.',
  subject: 'It has been a while',
  document: frame({
    preheader: 'A little something for your next order.',
    because: ORDERED,
    blocks: [
      hero('hero-shop', 'Our shop, with the door open'),
      { type: 'heading', text: 'We miss you.' },
      greeting,
      {
        type: 'text',
        text: 'It has been a while since your last order. Your favourites are still here, and there are some new things to try. Here is a little something from us:',
      },
      { type: 'coupon', text: 'Five euros off', code: 'BACKAGAIN', note: 'From 20 euros, until the end of the month.' },
      button('See what is new', 'https://shop.example/new'),
      { type: 'text', text: 'Did we do something wrong? Reply to this e-mail. We would like to know.' },
    ],
  }),
  variables: UNSUBSCRIBE,
};
