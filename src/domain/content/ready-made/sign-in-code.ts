import { letter, quiet } from './look.ts';
import type { ReadyMade } from './ready-made.ts';

export const signInCode: ReadyMade = {
  key: 'sign-in-code',
  name: 'Sign-in code',
  description:
    'For a transactional e-mail with a code to sign in. Needs code and valid_for. The code is in the subject, where phones show it.',
  subject: '{{ code }} is your code for {{ team.name }}',
  document: letter({
    preheader: 'It is valid for {{ valid_for }}.',
    because: 'You receive this e-mail because your address has an account at {{ team.name }}.',
    blocks: [
      { type: 'heading', text: 'Your code' },
      { type: 'text', text: 'Enter this code to sign in at {{ team.name }}:' },
      { type: 'coupon', code: '{{ code }}', note: 'It is valid for {{ valid_for }}.' },
      quiet('Nobody of us will ever ask you for it. If it was not you, there is nothing to do.'),
    ],
  }),
  variables: { code: '604 218', valid_for: '10 min' },
  translated: true,
};
