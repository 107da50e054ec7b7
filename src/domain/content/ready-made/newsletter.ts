import type { Block } from '../compiling/blocks/document.ts';
import { button, frame, greeting, hero, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

const story = (title: string, text: string, url: string): Block[] => [
  { type: 'divider', color: '#e4e0d8' },
  { type: 'heading', level: 2, text: title },
  { type: 'text', text },
  button('Read more', url),
];

export const newsletter: ReadyMade = {
  key: 'newsletter',
  name: 'Newsletter: letter',
  description: 'A letter with a few stories, each with a link to read more. Add your own stories.',
  subject: 'What the autumn brings',
  document: frame({
    preheader: 'A rye loaf that keeps for a week, and a look into the mill.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-letter', 'A letter in an open envelope'),
      { type: 'heading', text: 'What the autumn brings' },
      greeting,
      {
        type: 'text',
        text: 'The days are shorter and the ovens are warmer. Here is what we have been working on since we last wrote.',
      },
      ...story(
        'A rye loaf that keeps for a week',
        'Three years of trying, two flours and one patient sourdough: our darkest loaf is ready.',
        'https://shop.example/stories/rye',
      ),
      ...story(
        'Come and see the mill',
        'On the first Saturday of the month the miller shows how grain becomes flour. Children are welcome.',
        'https://shop.example/stories/mill',
      ),
      { type: 'text', text: 'Until next time,\\\nall of us at {{ team.name }}' },
    ],
  }),
  variables: UNSUBSCRIBE,
};
