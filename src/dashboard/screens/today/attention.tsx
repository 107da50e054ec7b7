import { Button, Group, Stack, Text } from '@mantine/core';
import { CheckCircledIcon, ExclamationTriangleIcon, InfoCircledIcon } from '@radix-ui/react-icons';
import { type ReactNode, useState } from 'react';
import { Panel } from '../../shell/panel.tsx';
import { useTodayText } from './texts.ts';

/** An item that needs attention, with a link to the fix. */
export interface Concern {
  id: string;
  /** `stopped`: something does not work until fixed. `hint`: a hint. */
  weight: 'stopped' | 'hint';
  message: ReactNode;
  /** A link, or what to do. */
  link: ReactNode;
}

/** The number shown at first, worst first. */
const MAX_ROWS = 8;

/** Items that need attention, worst first. Without any, one line that says so. */
export function Attention({ concerns }: { concerns: readonly Concern[] }) {
  const t = useTodayText();
  const [all, setAll] = useState(false);
  if (concerns.length === 0)
    return (
      <Group gap="xs" component="section" aria-label={t('attention')}>
        <Text c="teal" component="span" display="inline-flex" aria-hidden>
          <CheckCircledIcon />
        </Text>
        <Text>{t('allClear')}</Text>
      </Group>
    );
  const sorted = [...concerns].sort((one, other) => Number(one.weight === 'hint') - Number(other.weight === 'hint'));
  return (
    <Panel title={t('attention')}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {(all ? sorted : sorted.slice(0, MAX_ROWS)).map(({ id, weight, message, link }) => (
          <Group component="li" key={id} gap="sm" wrap="nowrap" align="flex-start">
            <Text component="span" c={weight === 'stopped' ? 'red' : 'dimmed'} mt={4} display="inline-flex" aria-hidden>
              {weight === 'stopped' ? <ExclamationTriangleIcon /> : <InfoCircledIcon />}
            </Text>
            <Text component="div" style={{ overflowWrap: 'anywhere' }}>
              {message} <span style={{ whiteSpace: 'nowrap' }}>{link}</span>
            </Text>
          </Group>
        ))}
      </Stack>
      {!all && sorted.length > MAX_ROWS && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setAll(true)}>
          {t('showAll', { count: sorted.length })}
        </Button>
      )}
    </Panel>
  );
}
