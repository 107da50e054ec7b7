import { button, greeting, hero, letter, quiet, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const reEngagement: ReadyMade = {
  key: 're-engagement',
  name: 'Shall we keep writing?',
  description:
    'To people who have not opened or clicked for long: asks whether to go on. Put your own link in; a click there is a sign of life.',
  subject: 'Shall we keep writing to you?',
  document: letter({
    preheader: 'One click and everything stays as it is.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-letter', 'A letter in an open envelope'),
      { type: 'heading', text: 'Shall we keep writing to you?' },
      greeting,
      {
        type: 'text',
        text: 'It has been a while since you last read one of our e-mails. Inboxes are full enough, so we would rather ask than assume.',
      },
      button('Yes, keep writing', 'https://shop.example/stay'),
      {
        type: 'text',
        text: 'If you would rather not, you need not do anything: we will stop by ourselves. You can also unsubscribe below.',
      },
      quiet('Whatever you choose: thank you for having read us.'),
    ],
  }),
  variables: UNSUBSCRIBE,
};
