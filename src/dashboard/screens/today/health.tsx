import { Code, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type HealthQuery, MonthSoFarDocument } from '../../../generated/dashboard/today.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { oldestDue } from './overdue.ts';
import type { Rate, Rates } from './rates.ts';
import { useTodayText } from './texts.ts';

const MEGABYTE = 1e6;

/** The state of the installation: figures to look up, not alerts. */
export function Health({ health, rates }: { health: HealthQuery; rates: Rates | undefined }) {
  const t = useTodayText();
  const { ago } = useFormat();
  const { sendingPauses, installation } = health;
  const oldest = oldestDue(health);
  const paused = sendingPauses.nodes.filter(({ pausedUntil }) => pausedUntil && Date.parse(pausedUntil) > Date.now());
  return (
    <Panel title={t('health')}>
      <Table variant="vertical" withRowBorders>
        <Table.Tbody>
          <Detail name={t('queue')}>{oldest ? t('oldest', { since: ago(oldest) }) : t('queueEmpty')}</Detail>
          <Detail name={t('hardBounces')}>{rates && <Share of={rates.hardBounces} />}</Detail>
          <Detail name={t('complaints')}>{rates && <Share of={rates.complaints} />}</Detail>
          <Detail name={t('pauses')}>{paused.length === 0 ? t('noPauses') : paused.length}</Detail>
          <Detail name={t('month')}>
            <Month />
          </Detail>
          <Detail name={t('backup')}>
            <Backup of={installation.lastBackup} />
          </Detail>
          <Detail name={t('database')}>
            {t(installation.database)}
            {installation.dataLocation && <Code ml={4}>{installation.dataLocation}</Code>}
          </Detail>
          <Detail name={t('version')}>{installation.version}</Detail>
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w="1%" style={{ whiteSpace: 'nowrap' }}>
        {name}
      </Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
    </Table.Tr>
  );
}

function Share({ of: { share, limit } }: { of: Rate }) {
  const t = useTodayText();
  const { percent } = useFormat();
  return (
    <>
      {share === null ? t('noMails') : percent(share)}
      {limit !== null && (
        <Text span c="dimmed" size="sm">
          {' '}
          {t('limit', { limit: percent(limit) })}
        </Text>
      )}
    </>
  );
}

function Backup({ of }: { of: HealthQuery['installation']['lastBackup'] }) {
  const t = useTodayText();
  const { ago, number } = useFormat();
  if (!of) return t('noBackup');
  const parts = [
    ago(of.at),
    of.bytes ? t('megabytes', { size: number(Math.ceil(of.bytes / MEGABYTE)) }) : '',
    of.method === 'ELSEWHERE' ? t('otherBackup') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Its query counts all people, messages and events, so unlike the other figures it is not repeated after changes. */
function Month() {
  const t = useTodayText();
  const { data } = useRead(MonthSoFarDocument, {});
  if (!data) return null;
  const { people, messagesSentThisMonth, eventsThisMonth } = data.usage;
  return [
    t('people', { count: people }),
    t('messages', { count: messagesSentThisMonth.total }),
    t('events', { count: eventsThisMonth }),
  ].join(', ');
}
