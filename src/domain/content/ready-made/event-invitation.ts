import { button, frame, hero, kicker, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const eventInvitation: ReadyMade = {
  key: 'event-invitation',
  name: 'Event invitation',
  description: 'Invites people to an event: what, when, where, and a link to reply. Add your own details.',
  subject: 'You are invited: the long table',
  document: frame({
    preheader: 'Saturday, 8 November, seven in the evening.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-table', 'A long table, laid for the evening'),
      kicker('You are invited'),
      { type: 'heading', text: 'The long table' },
      {
        type: 'text',
        text: 'Once a year we push all tables together, light the oven in the evening and eat with the people we bake for.',
      },
      {
        type: 'columns',
        columns: [
          { width: 50, blocks: [{ type: 'text', text: '**When**\\\nSaturday, 8 November\\\n7 pm until late' }] },
          { width: 50, blocks: [{ type: 'text', text: '**Where**\\\nIn the bakery\\\n1 Market Street' }] },
        ],
      },
      button('I will be there', 'https://shop.example/long-table/yes'),
      {
        type: 'text',
        text: 'Cannot make it? [Let us know](https://shop.example/long-table/no), so that we can offer your seat to someone else.',
      },
    ],
  }),
  variables: UNSUBSCRIBE,
};
