import { frame, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

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
