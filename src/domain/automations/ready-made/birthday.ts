import { birthday as template } from '../../content/ready-made/birthday.ts';
import { type ReadyMadeAutomation, send } from './ready-made-automation.ts';

export const birthday: ReadyMadeAutomation = {
  key: 'birthday',
  name: 'Birthday',
  description:
    "Sends an e-mail on each birthday, at 09:00 in the person's time zone. Requires a contact field of type date with the key birthday.",
  trigger: { type: 'date', field: 'birthday', offset: 'P0D', at: '09:00', every_year: true },
  entry: { again: 'after_end' },
  exits: [],
  steps: [send('e-mail', template)],
};
