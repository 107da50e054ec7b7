import { List, Text } from '@mantine/core';
import { CheckCircledIcon, ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { HealthDocument, type HealthQuery } from '../../../generated/dashboard/today.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Shown } from '../../states/shown.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useTodayText } from './texts.ts';

/** What needs somebody's attention, and how much there is of everything. */
export function Health() {
  const say = useTodayText();
  const read = useRead(HealthDocument, {});
  return (
    <Panel title={say('health')}>
      <Shown of={read}>
        {(health) => (
          <>
            <Warnings health={health} />
            <Text size="sm" c="dimmed" mt="md">
              {say('month')}: {say('people', { count: health.usage.people })},{' '}
              {say('messages', { count: health.usage.messagesSentThisMonth.total })},{' '}
              {say('events', { count: health.usage.eventsThisMonth })}
            </Text>
          </>
        )}
      </Shown>
    </Panel>
  );
}

function Warnings({ health: { sendingPauses, sendingDomains, imports } }: { health: HealthQuery }) {
  const say = useTodayText();
  const { moment } = useFormat();
  const warnings: { id: string; words: string }[] = [
    ...sendingPauses.nodes.map(({ id, domain, transport, pausedUntil, reason }) => ({
      id,
      words: say('paused', {
        where: domain ?? say('wholeTransport', { transport: transport?.name ?? say('installation') }),
        until: pausedUntil ? moment(pausedUntil) : '',
        reason,
      }),
    })),
    ...sendingDomains.nodes
      .filter(({ verifiedAt }) => !verifiedAt)
      .map(({ id, domain }) => ({ id, words: say('unverified', { domain }) })),
    ...imports.nodes.map(({ id, fileName, failureReason }) => ({
      id,
      words: say('importFailed', { file: fileName, reason: failureReason ?? '' }),
    })),
  ];
  if (warnings.length === 0)
    return (
      <List icon={<CheckCircledIcon aria-hidden />}>
        <List.Item>{say('well')}</List.Item>
      </List>
    );
  return (
    <List icon={<ExclamationTriangleIcon aria-hidden />} spacing="xs">
      {warnings.map(({ id, words }) => (
        <List.Item key={id}>{words}</List.Item>
      ))}
    </List>
  );
}
