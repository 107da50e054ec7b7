import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { PickVariantDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useChange } from '../../../client/use-change.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Failed } from '../../../states/failed.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { Confirm } from '../confirm.tsx';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';

/** Below this, chance is no good explanation any more. */
const CLEAR = 0.05;

/** How the variants of an A/B test do, and which of them the rest gets. */
export function Variants({ campaign, report: { variants } }: { campaign: ShownCampaign; report: Report }) {
  const say = useReportText();
  const { number, percent, moment } = useFormat();
  const mayWrite = useMayWrite();
  const [asked, ask] = useState<number>();
  const [pick, picking] = useChange(PickVariantDocument);
  const [error, setError] = useState<CombinedError>();
  const { id, status, test } = campaign;
  const isOpen = test?.winner === null && test.samplePercent < 100 && (status === 'SENDING' || status === 'PAUSED');
  const nameOf = (one: Report['variants'][number]) => one.name ?? String(one.variant);
  const decide = async (variant: number) => {
    const { error } = await pick({ id, variant });
    setError(error);
    ask(undefined);
  };
  const chosen = variants.find(({ variant }) => variant === asked);
  return (
    <Panel title={say('variants')}>
      <Stack>
        {isOpen && test.decideAt && <Text>{say('decides', { when: moment(test.decideAt) })}</Text>}
        <Table.ScrollContainer minWidth={560} tabIndex={0} aria-label={say('variants')}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('variant')}</Table.Th>
                <Table.Th ta="end">{say('delivered')}</Table.Th>
                <Table.Th ta="end">{say('opened')}</Table.Th>
                <Table.Th ta="end">{say('clicked')}</Table.Th>
                <Table.Th>{say('chance')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {variants.map((one) => (
                <Table.Tr key={one.variant}>
                  <Table.Td>
                    {nameOf(one)}
                    {one.winner && ` · ${say('winner')}`}
                  </Table.Td>
                  <Table.Td ta="end">{number(one.delivered)}</Table.Td>
                  <Table.Td ta="end">{percent(one.rates.open)}</Table.Td>
                  <Table.Td ta="end">{percent(one.rates.click)}</Table.Td>
                  <Table.Td>
                    {one.pValue !== null && `${percent(one.pValue)} · ${say(one.pValue < CLEAR ? 'clear' : 'unclear')}`}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {mayWrite && isOpen && (
          <Group>
            {variants.map((one) => (
              <Button key={one.variant} variant="default" onClick={() => ask(one.variant)}>
                {say('pick', { name: nameOf(one) })}
              </Button>
            ))}
          </Group>
        )}
        {error && <Failed error={error} />}
        <Confirm
          opened={chosen !== undefined}
          title={say('pickTitle', { name: chosen ? nameOf(chosen) : '' })}
          action={say('pick', { name: chosen ? nameOf(chosen) : '' })}
          busy={picking}
          onConfirm={() => chosen && void decide(chosen.variant)}
          onClose={() => ask(undefined)}
        />
      </Stack>
    </Panel>
  );
}
