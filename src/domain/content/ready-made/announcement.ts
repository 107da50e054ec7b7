import { button, frame, hero, kicker, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const announcement: ReadyMade = {
  key: 'announcement',
  name: 'Product announcement',
  description: 'Announces a new product or feature. Add your own text, link and picture.',
  subject: 'New: the weekly bread basket',
  document: frame({
    preheader: 'Choose your loaves once, and change them whenever you like.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-basket', 'A basket with three loaves of bread'),
      kicker('New at {{ team.name }}'),
      { type: 'heading', text: 'The weekly bread basket' },
      {
        type: 'text',
        text: 'Choose your loaves once, and change them whenever you like. They are ready for you every Saturday morning.',
      },
      button('See how it works', 'https://shop.example/basket'),
      { type: 'divider', color: '#e4e0d8' },
      { type: 'heading', level: 3, text: 'What changes for you' },
      {
        type: 'text',
        text: [
          '- No queue: your basket is packed before we open.',
          '- Skip a week with one click, even at short notice.',
          '- Leftover bread goes to the neighbourhood kitchen.',
        ].join('\n'),
      },
      { type: 'text', text: 'Questions? Reply to this e-mail. It reaches the people who built it.' },
    ],
  }),
  variables: UNSUBSCRIBE,
};
