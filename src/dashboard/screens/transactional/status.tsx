import { Badge } from '@mantine/core';
import type { TransactionalMailStatus } from '../../../generated/dashboard/transactional.ts';
import { useLogText } from './texts.ts';

/** The status of an e-mail. Only failures have a colour. */
export function Status({ status }: { status: TransactionalMailStatus }) {
  const t = useLogText();
  return (
    <Badge variant={status === 'FAILED' ? 'outline' : 'default'} color="red" tt="none">
      {t(status)}
    </Badge>
  );
}
