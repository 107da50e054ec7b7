import { Button, Code, Collapse, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { type DeliveryRowFragment, RedeliverDocument } from '../../../../generated/dashboard/webhooks.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Failed } from '../../../states/failed.tsx';
import { Mark } from '../../../tables/mark.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useWebhooksText } from './texts.ts';

const COLORS = { PENDING: 'gray', DELIVERED: 'green', FAILED: 'red' } as const;

/** One delivery, with its payload and the answer to each attempt unfolded below. */
export function Delivery({ kindName, delivery, onChanged }: Props) {
  const t = useWebhooksText();
  const { moment } = useFormat();
  const mayWrite = useMayWrite();
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<CombinedError>();
  const [redeliver, busy] = useMutation(RedeliverDocument);
  const { id, status, createdAt, nextAttemptAt, attempts, payload } = delivery;
  return (
    <div style={{ borderTop: '1px solid var(--mantine-color-default-border)', padding: '8px 0' }}>
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          h="auto"
          styles={{ label: { whiteSpace: 'normal' } }}
        >
          {kindName}
        </Button>
        <Group gap="xs">
          <Mark color={COLORS[status]}>{t(status)}</Mark>
          <Text size="sm" c="dimmed">
            {moment(createdAt)}
          </Text>
        </Group>
      </Group>
      <Collapse expanded={open} transitionDuration={0}>
        <Stack gap="xs" py="sm">
          {nextAttemptAt && <Text size="sm">{t('next', { when: moment(nextAttemptAt) })}</Text>}
          {attempts.map(({ at, status: answered, error: problem, answer, milliseconds }) => (
            <div key={at}>
              <Text size="sm">
                {[moment(at), answered ?? problem, t('duration', { ms: milliseconds })].filter(Boolean).join(', ')}
              </Text>
              {answer && <Code block>{answer}</Code>}
            </div>
          ))}
          <Text size="sm" fw={500}>
            {t('payload')}
          </Text>
          <Code block tabIndex={0} role="region" aria-label={t('payload')} mah={320} style={{ overflow: 'auto' }}>
            {JSON.stringify(payload, null, 2)}
          </Code>
          {error && <Failed error={error} />}
          {mayWrite && (
            <Group>
              <Button
                variant="default"
                size="xs"
                loading={busy}
                onClick={async () => {
                  setError((await redeliver({ id })).error);
                  onChanged();
                }}
              >
                {t('resend')}
              </Button>
            </Group>
          )}
        </Stack>
      </Collapse>
    </div>
  );
}

interface Props {
  /** The kind as payloads write it. */
  kindName: string;
  delivery: DeliveryRowFragment;
  onChanged: () => void;
}
