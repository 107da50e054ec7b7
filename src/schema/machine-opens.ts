import { MACHINE_OPENS } from '../domain/ledger/machine-opens.ts';
import { wireEnum } from './enums.ts';

export const MachineOpens = wireEnum(
  'MachineOpens',
  'Whether a message that only machines opened, such as Apple Mail in advance, counts as opened.',
  MACHINE_OPENS,
  { ignore: 'It is not opened.', count: 'It is opened.' },
);
