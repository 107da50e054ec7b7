import { button, greeting, hero, letter, ORDERED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const referral: ReadyMade = {
  key: 'referral',
  name: 'Bring a friend',
  description: 'Asks customers to recommend you, with a code for both. Put your own code and link in.',
  subject: 'Bread is better shared',
  document: letter({
    preheader: 'Five euros for you, five for a friend.',
    because: ORDERED,
    blocks: [
      hero('hero-friends', 'Two people who share a loaf of bread'),
      { type: 'heading', text: 'Bread is better shared' },
      greeting,
      {
        type: 'text',
        text: 'Most people come to us because somebody told them. If you tell a friend, there is something in it for both of you.',
      },
      {
        type: 'coupon',
        text: 'Five euros for you, five for a friend',
        code: 'SHARE5',
        note: 'Pass it on as often as you like.',
      },
      button('Send it to a friend', 'https://shop.example/share'),
      {
        type: 'text',
        text: '1. Give the code to a friend.\n2. Your friend saves five euros on the first order.\n3. You get five euros off your next one.',
      },
    ],
  }),
  variables: UNSUBSCRIBE,
};
