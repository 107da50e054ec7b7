import { button, ending, look, masthead, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const reEngagement: ReadyMade = {
  key: 're-engagement',
  name: 'Shall we keep writing?',
  description:
    'To people who have not opened or clicked for long: asks whether to go on. Put your own link in; a click there is a sign of life.',
  subject: 'Shall we keep writing to you?',
  document: {
    settings: look('One click and everything stays as it is.'),
    blocks: [
      ...masthead,
      { type: 'heading', text: 'Shall we keep writing to you?' },
      { type: 'text', text: 'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},' },
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
      ...ending('You receive this e-mail because you subscribed at {{ team.name }}.'),
    ],
  },
  variables: { unsubscribe_url: 'https://shop.example/unsubscribe' },
};
