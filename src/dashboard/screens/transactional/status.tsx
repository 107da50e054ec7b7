import { Badge } from '@mantine/core';
import type { MailRowFragment } from '../../../generated/dashboard/transactional.ts';
import { useLogText } from './texts.ts';

/** What became of an e-mail. Only what went wrong has a colour. */
export function Status({
  mail,
}: {
  mail: Pick<MailRowFragment, 'status' | 'keptInOutbox' | 'bouncedAt' | 'complainedAt'>;
}) {
  const t = useLogText();
  const wrong = mail.complainedAt ? 'complained' : mail.bouncedAt ? 'bounced' : undefined;
  const isKept = mail.status === 'SENT' && mail.keptInOutbox;
  return (
    <Badge variant={wrong || mail.status === 'FAILED' ? 'outline' : 'default'} color="red" tt="none">
      {t(wrong ?? (isKept ? 'kept' : mail.status))}
    </Badge>
  );
}
