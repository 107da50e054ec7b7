import { button, frame, greeting, hero, quiet, SUBSCRIBED } from './look.ts';
import type { ReadyMade } from './ready-made.ts';
import { UNSUBSCRIBE } from './samples.ts';

export const reEngagement: ReadyMade = {
  key: 're-engagement',
  name: 'Re-engagement',
  description:
    'Asks inactive people whether they still want your e-mails. Add your own link; a click counts as activity.',
  subject: 'Do you still want to hear from us?',
  document: frame({
    preheader: 'One click keeps you on the list.',
    because: SUBSCRIBED,
    blocks: [
      hero('hero-letter', 'A letter in an open envelope'),
      { type: 'heading', text: 'Do you still want to hear from us?' },
      greeting,
      {
        type: 'text',
        text: 'It has been a while since you last read one of our e-mails. Inboxes are full, so we would rather ask than assume.',
      },
      button('Yes, keep me subscribed', 'https://shop.example/stay'),
      {
        type: 'text',
        text: 'If not, you do not need to do anything: we will stop writing. You can also unsubscribe below.',
      },
      quiet('Either way, thank you for reading.'),
    ],
  }),
  variables: UNSUBSCRIBE,
};
