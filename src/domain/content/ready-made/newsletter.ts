import type { Block } from '../compiling/blocks/document.ts';
import { button, ending, look, masthead } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

const story = (title: string, text: string, url: string): Block[] => [
  { type: 'spacer', height: 8 },
  { type: 'heading', level: 2, text: title },
  { type: 'text', text },
  button('Read on', url),
];

export const newsletter: ReadyMade = {
  key: 'newsletter',
  name: 'Newsletter',
  description: 'A letter with a few stories, each with a link to read on. Put your own in.',
  subject: 'What the autumn brings',
  document: {
    settings: look('A rye loaf that keeps for a week, and a look into the mill.'),
    blocks: [
      ...masthead,
      { type: 'heading', text: 'What the autumn brings' },
      { type: 'text', text: 'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},' },
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
      { type: 'spacer', height: 8 },
      { type: 'text', text: 'Until next time,\\\nall of us at {{ team.name }}' },
      ...ending('You receive this e-mail because you subscribed at {{ team.name }}.'),
    ],
  },
  variables: { unsubscribe_url: 'https://shop.example/unsubscribe' },
};
