import { birthday as template } from '../../content/ready-made/birthday.ts';
import { type ReadyMadeAutomation, send } from './ready-made-automation.ts';

export const birthday: ReadyMadeAutomation = {
  key: 'birthday',
  name: 'Birthday',
  description:
    'On the birthday, every year, at nine in the morning where the person is. Needs a contact field of type date with the key birthday.',
  trigger: { type: 'date', field: 'birthday', offset: 'P0D', at: '09:00', every_year: true },
  entry: { again: 'after_end' },
  exits: [],
  steps: [send('e-mail', template)],
};
