import { Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import {
  MailOutcomeChangedDocument,
  type MailOutcomeFragment,
  MailOutcomeOfDocument,
} from '../../generated/dashboard/mail.ts';
import { useLive } from '../client/use-live.ts';
import { useRead } from '../client/use-read.ts';
import { TextLink } from '../shell/links.tsx';
import { useMailOutcomeText } from './texts.ts';

/** The outcomes of test e-mails as they arrive, one line for each. */
export function TestOutcomes({ ids }: { ids: readonly string[] }) {
  return (
    <Stack gap="xs" aria-live="polite">
      {ids.map((id) => (
        <TestOutcome key={id} id={id} />
      ))}
    </Stack>
  );
}

/** The status may change before the subscription begins. */
const RELOAD_MS = 1_000;

function TestOutcome({ id }: { id: string }) {
  const { data, refetch } = useRead(MailOutcomeOfDocument, { id });
  useLive(MailOutcomeChangedDocument, { ids: [id] });
  const mail = data?.transactionalMail;
  const isWaiting = mail?.status === 'PENDING';
  const read = useEffectEvent(refetch);
  useEffect(() => {
    const timer = isWaiting ? setTimeout(read, RELOAD_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return mail ? <Outcome mail={mail} /> : null;
}

function Outcome({ mail: { id, to, status, failureReason, keptInOutbox } }: { mail: MailOutcomeFragment }) {
  const t = useMailOutcomeText();
  const isKept = status === 'SENT' && keptInOutbox;
  return (
    <Text size="sm">
      {t(isKept ? 'kept' : status, { to: to.join(', '), reason: failureReason })}{' '}
      {isKept && (
        <TextLink inherit underline="always" to="/outbox/$id" params={{ id }}>
          {t('view')}
        </TextLink>
      )}
    </Text>
  );
}
