import { button, hero, kicker, letter, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const announcement: ReadyMade = {
  key: 'announcement',
  name: 'Product news',
  description: 'One thing that is new, and why it matters. Put your own words, link and picture in.',
  subject: 'New: the weekly bread basket',
  document: letter({
    preheader: 'Choose your loaves once, and change them whenever you like.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-basket', 'A basket with three loaves of bread'),
      kicker('New at {{ team.name }}'),
      { type: 'heading', text: 'The weekly bread basket' },
      {
        type: 'text',
        text: 'Choose your loaves once, and change them whenever you like: they wait for you every Saturday morning.',
      },
      button('See how it works', 'https://shop.example/basket'),
      { type: 'divider', color: '#e4e0d8' },
      { type: 'heading', level: 3, text: 'What it changes for you' },
      {
        type: 'text',
        text: [
          '- No queue: your basket is packed before we open.',
          '- Skip a week with one click, also at short notice.',
          '- What is left over goes to the neighbourhood kitchen.',
        ].join('\n'),
      },
      { type: 'text', text: 'Questions? Answer this e-mail, it reaches the people who built it.' },
    ],
  }),
  variables: UNSUBSCRIBE,
};
