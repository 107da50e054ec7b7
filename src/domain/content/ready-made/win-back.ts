import { button, greeting, hero, letter, ORDERED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const winBack: ReadyMade = {
  key: 'win-back',
  name: 'We have missed you',
  description:
    'To customers who have not ordered for long, with a code that saves money. Put your own code and link in.',
  subject: 'It has been a while',
  document: letter({
    preheader: 'A little something for your next order.',
    because: ORDERED,
    blocks: [
      hero('hero-shop', 'Our shop, with the door open'),
      { type: 'heading', text: 'We have missed you.' },
      greeting,
      {
        type: 'text',
        text: 'It has been a while since your last order. Some things are as they were, and a few are new. Come and see, with a little something from us:',
      },
      { type: 'coupon', text: 'Five euros off', code: 'BACKAGAIN', note: 'From 20 euros, until the end of the month.' },
      button('See what is new', 'https://shop.example/new'),
      { type: 'text', text: 'Did we do something wrong? Answer this e-mail. We would like to know.' },
    ],
  }),
  variables: UNSUBSCRIBE,
};
