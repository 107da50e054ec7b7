import { button, frame, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const passwordReset: ReadyMade = {
  key: 'password-reset',
  name: 'Password reset',
  description:
    'For a transactional e-mail with a link to choose a new password. Requires reset_url and valid_for. Send it with "tracking": false, so that the link stays unchanged.',
  subject: 'Choose a new password',
  document: frame({
    preheader: 'The link works once and expires after {{ valid_for }}.',
    because: 'You are receiving this e-mail because you have an account at {{ team.name }}.',
    blocks: [
      { type: 'heading', text: 'Choose a new password' },
      {
        type: 'text',
        text: 'We received a request to reset the password for {{ subscriber.email }} at {{ team.name }}. If this was you, choose a new password here:',
      },
      button('Choose a new password', '{{ reset_url }}'),
      { type: 'text', text: 'The link works once and expires after {{ valid_for }}.' },
      quiet('If this was not you, you do not need to do anything. Your password stays the same.'),
    ],
  }),
  variables: { reset_url: 'https://shop.example/password/4f7c', valid_for: '60 min' },
  translated: true,
};

export const signInCode: ReadyMade = {
  key: 'sign-in-code',
  name: 'Sign-in code',
  description:
    'For a transactional e-mail with a sign-in code. Requires code and valid_for. The code is also in the subject, where phones show it.',
  subject: '{{ code }} is your code for {{ team.name }}',
  document: frame({
    preheader: 'It expires after {{ valid_for }}.',
    because: 'You are receiving this e-mail because you have an account at {{ team.name }}.',
    blocks: [
      { type: 'heading', text: 'Your code' },
      { type: 'text', text: 'Enter this code to sign in at {{ team.name }}:' },
      { type: 'coupon', code: '{{ code }}', note: 'It expires after {{ valid_for }}.' },
      quiet('We will never ask you for this code. If this was not you, you do not need to do anything.'),
    ],
  }),
  variables: { code: '604 218', valid_for: '10 min' },
  translated: true,
};
