import { welcome as template } from '../../content/ready-made/welcome.ts';
import { type ReadyMadeAutomation, send } from './ready-made-automation.ts';

export const welcome: ReadyMadeAutomation = {
  key: 'welcome',
  name: 'Welcome',
  description: 'Welcomes each new subscriber of a list, once. Requires a list.',
  trigger: { type: 'subscribed', imports: false },
  entry: { again: 'never' },
  exits: [],
  steps: [send('e-mail', template)],
};
