import { button, ending, look, masthead } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const newsletter: ReadyMade = {
  key: 'newsletter',
  name: 'Newsletter',
  description:
    'A letter with one main story and shorter ones below it. Needs title, lead and stories: [{title, text, url}].',
  subject: '{{ title }}',
  document: {
    settings: look('{{ lead }}'),
    blocks: [
      ...masthead,
      { type: 'heading', text: '{{ title }}' },
      { type: 'text', text: 'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},' },
      { type: 'text', text: '{{ lead }}' },
      {
        type: 'repeat',
        over: 'stories',
        as: 'story',
        blocks: [
          { type: 'spacer', height: 8 },
          { type: 'heading', level: 2, text: '{{ story.title }}' },
          { type: 'text', text: '{{ story.text }}' },
          button('Read on', '{{ story.url }}'),
        ],
      },
      { type: 'spacer', height: 8 },
      { type: 'text', text: 'Until next time,\\\nall of us at {{ team.name }}' },
      ...ending('You receive this e-mail because you subscribed at {{ team.name }}.'),
    ],
  },
  variables: {
    title: 'What the autumn brings',
    lead: 'The days are shorter and the ovens are warmer. Here is what we have been working on since we last wrote.',
    stories: [
      {
        title: 'A rye loaf that keeps for a week',
        text: 'Three years of trying, two flours and one patient sourdough: our darkest loaf is ready.',
        url: 'https://shop.example/stories/rye',
      },
      {
        title: 'Come and see the mill',
        text: 'On the first Saturday of the month the miller shows how grain becomes flour. Children are welcome.',
        url: 'https://shop.example/stories/mill',
      },
    ],
    unsubscribe_url: 'https://shop.example/unsubscribe',
  },
};
