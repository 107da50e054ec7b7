import { button, frame, greeting, hero, ORDERED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const referral: ReadyMade = {
  key: 'referral',
  name: 'Referral',
  description: 'Asks customers to recommend you, with a code for both sides. Add your own code and link.',
  subject: 'Bread is better shared',
  document: frame({
    preheader: 'Five euros for you, five for a friend.',
    because: ORDERED,
    blocks: [
      hero('hero-friends', 'Two people sharing a loaf of bread'),
      { type: 'heading', text: 'Bread is better shared' },
      greeting,
      {
        type: 'text',
        text: 'Most people hear about us from a friend. If you recommend us, both of you get a discount.',
      },
      {
        type: 'coupon',
        text: 'Five euros for you, five for a friend',
        code: 'SHARE5',
        note: 'Share it as often as you like.',
      },
      button('Send it to a friend', 'https://shop.example/share'),
      {
        type: 'text',
        text: '1. Give the code to a friend.\n2. Your friend saves five euros on their first order.\n3. You get five euros off your next one.',
      },
    ],
  }),
  variables: UNSUBSCRIBE,
};
