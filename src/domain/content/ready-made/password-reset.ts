import { button, letter, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const passwordReset: ReadyMade = {
  key: 'password-reset',
  name: 'Password reset',
  description:
    'For a transactional e-mail with a link to choose a new password. Needs reset_url and valid_for. Send it with "tracking": false, so that the link stays as it is.',
  subject: 'Choose a new password',
  document: letter({
    preheader: 'The link works once, for {{ valid_for }}.',
    because: 'You receive this e-mail because your address has an account at {{ team.name }}.',
    blocks: [
      { type: 'heading', text: 'Choose a new password' },
      {
        type: 'text',
        text: 'Somebody asked for a new password for {{ subscriber.email }} at {{ team.name }}. If it was you, choose one here:',
      },
      button('Choose a new password', '{{ reset_url }}'),
      { type: 'text', text: 'The link works once, for {{ valid_for }}.' },
      quiet('If it was not you, there is nothing to do: your password stays as it is.'),
    ],
  }),
  variables: { reset_url: 'https://shop.example/password/4f7c', valid_for: '60 min' },
  translated: true,
};
