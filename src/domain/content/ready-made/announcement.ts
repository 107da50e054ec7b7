import { button, ending, look, masthead } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const announcement: ReadyMade = {
  key: 'announcement',
  name: 'Product news',
  description: 'One thing that is new, and why it matters. Put your own words, link and picture in.',
  subject: 'New: the weekly bread basket',
  document: {
    settings: look('Choose your loaves once, and change them whenever you like.'),
    blocks: [
      ...masthead,
      { type: 'text', text: 'New at {{ team.name }}', color: '#6b6a66', size: 14 },
      { type: 'heading', text: 'The weekly bread basket' },
      {
        type: 'image',
        src: 'https://shop.example/images/basket.jpg',
        alt: 'A basket with three loaves of bread',
        href: 'https://shop.example/basket',
      },
      {
        type: 'text',
        text: 'Choose your loaves once, and change them whenever you like: they wait for you every Saturday morning.',
      },
      { type: 'heading', level: 3, text: 'What it changes for you' },
      {
        type: 'text',
        text: [
          '- No queue: your basket is packed before we open.',
          '- Skip a week with one click, also at short notice.',
          '- What is left over goes to the neighbourhood kitchen.',
        ].join('\n'),
      },
      button('See how it works', 'https://shop.example/basket'),
      { type: 'text', text: 'Questions? Answer this e-mail, it reaches the people who built it.' },
      ...ending('You receive this e-mail because you subscribed at {{ team.name }}.'),
    ],
  },
  variables: { unsubscribe_url: 'https://shop.example/unsubscribe' },
};
