import { Code, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type HealthQuery, MonthSoFarDocument } from '../../../generated/dashboard/today.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { Rate, Rates } from './rates.ts';
import { useTodayText } from './texts.ts';
import { oldestOf } from './waiting.ts';

const MEGABYTE = 1e6;

/** The state of the installation: figures to look up, not alerts. */
export function Health({ health, rates }: { health: HealthQuery; rates: Rates | undefined }) {
  const say = useTodayText();
  const { ago } = useFormat();
  const { sendingPauses, installation } = health;
  const oldest = oldestOf(health);
  const paused = sendingPauses.nodes.filter(({ pausedUntil }) => pausedUntil && Date.parse(pausedUntil) > Date.now());
  return (
    <Panel title={say('health')}>
      <Table variant="vertical" withRowBorders>
        <Table.Tbody>
          <Fact name={say('queue')}>{oldest ? say('oldest', { since: ago(oldest) }) : say('nothingWaits')}</Fact>
          <Fact name={say('hardBounces')}>{rates && <Share of={rates.hardBounces} />}</Fact>
          <Fact name={say('complaints')}>{rates && <Share of={rates.complaints} />}</Fact>
          <Fact name={say('pauses')}>{paused.length === 0 ? say('none') : paused.length}</Fact>
          <Fact name={say('month')}>
            <Month />
          </Fact>
          <Fact name={say('backup')}>
            <Backup of={installation.lastBackup} />
          </Fact>
          <Fact name={say('data')}>
            {say(installation.database)}
            {installation.dataAt && <Code ml={4}>{installation.dataAt}</Code>}
          </Fact>
          <Fact name={say('version')}>{installation.version}</Fact>
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
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
  const say = useTodayText();
  const { percent } = useFormat();
  return (
    <>
      {share === null ? say('nothingSent') : percent(share)}
      {limit !== null && (
        <Text span c="dimmed" size="sm">
          {' '}
          {say('limit', { limit: percent(limit) })}
        </Text>
      )}
    </>
  );
}

function Backup({ of }: { of: HealthQuery['installation']['lastBackup'] }) {
  const say = useTodayText();
  const { ago, number } = useFormat();
  if (!of) return say('noBackup');
  const parts = [
    ago(of.at),
    of.bytes ? say('megabytes', { size: number(Math.ceil(of.bytes / MEGABYTE)) }) : '',
    of.madeBy === 'ELSEWHERE' ? say('elsewhere') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Counts everything there is, so it is read once. */
function Month() {
  const say = useTodayText();
  const { data } = useRead(MonthSoFarDocument, {});
  if (!data) return null;
  const { people, messagesSentThisMonth, eventsThisMonth } = data.usage;
  return [
    say('people', { count: people }),
    say('messages', { count: messagesSentThisMonth.total }),
    say('events', { count: eventsThisMonth }),
  ].join(', ');
}
