import { MACHINE_OPENS } from '../domain/ledger/machine-opens.ts';
import { wireEnum } from './enums.ts';

export const MachineOpens = wireEnum(
  'MachineOpens',
  'Whether machine opens, such as prefetching by Apple Mail, count as opens.',
  MACHINE_OPENS,
  { ignore: 'Machine opens do not count.', count: 'Machine opens count.' },
);
