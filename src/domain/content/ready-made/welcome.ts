import { button, ending, look, masthead } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const welcome: ReadyMade = {
  key: 'welcome',
  name: 'Welcome',
  description: 'The first e-mail to somebody who subscribed. Put your own words and links in.',
  subject: 'Welcome to {{ team.name }}',
  document: {
    settings: look('Good to have you here. This is where to begin.'),
    blocks: [
      ...masthead,
      {
        type: 'heading',
        text: 'Good to have you here{% if subscriber.first_name %}, {{ subscriber.first_name }}{% endif %}.',
      },
      {
        type: 'text',
        text: 'Thank you for subscribing. From time to time we write about what we make, how we make it and what is new. Nothing else, and never more often than we have something to say.',
      },
      { type: 'text', text: 'Until then, here are three good places to begin:' },
      {
        type: 'text',
        text: '1. Read who we are and what we care about.\n2. See what other people come back for.\n3. Answer this e-mail and tell us what you are looking for. A person reads it.',
      },
      button('Look around', 'https://shop.example/start'),
      ...ending('You receive this e-mail because you subscribed at {{ team.name }}.'),
    ],
  },
  variables: { unsubscribe_url: 'https://shop.example/unsubscribe' },
};
