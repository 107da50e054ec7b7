import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { ChooseWinnerDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Failed } from '../../../states/failed.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { Confirm } from '../confirm.tsx';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';
import { useVerdict } from './use-verdict.ts';
import { isWaitingForWinner } from './waiting-test.tsx';

/** How the variants of an A/B test do, and which of them the rest gets. */
export function Variants({ campaign, report: { variants } }: { campaign: ShownCampaign; report: Report }) {
  const t = useReportText();
  const { number, percent, money } = useFormat();
  const mayWrite = useMayWrite();
  const [asked, ask] = useState<number>();
  const [choose, choosing] = useMutation(ChooseWinnerDocument);
  const [error, setError] = useState<CombinedError>();
  const { id } = campaign;
  const isOpen = isWaitingForWinner(campaign);
  const nameOf = (one: Report['variants'][number]) => one.name ?? String(one.variant);
  const hasSales = variants.some(({ revenue }) => revenue.length > 0);
  const verdict = useVerdict();
  const own = (variant: number) => campaign.abTest?.variants.find(({ number }) => number === variant)?.subject;
  const subjectOf = (variant: number) => own(variant) ?? campaign.subject ?? campaign.template?.subject;
  const decide = async (variant: number) => {
    const { error } = await choose({ id, variant });
    setError(error);
    ask(undefined);
  };
  const chosen = variants.find(({ variant }) => variant === asked);
  return (
    <Panel title={t('variants')}>
      <Stack>
        <Text fw={500}>{verdict(campaign, variants, nameOf)}</Text>
        <Table.ScrollContainer type="native" minWidth={hasSales ? 560 : 420} tabIndex={0} aria-label={t('variants')}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('variant')}</Table.Th>
                <Table.Th ta="end">{t('delivered')}</Table.Th>
                <Table.Th ta="end">{t('opened')}</Table.Th>
                <Table.Th ta="end">{t('clicked')}</Table.Th>
                {hasSales && <Table.Th ta="end">{t('revenue')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {variants.map((one) => (
                <Table.Tr key={one.variant}>
                  <Table.Td>
                    <Text size="sm" fw={500}>
                      {nameOf(one)}
                      {one.winner && ` · ${t('winner')}`}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {subjectOf(one.variant)}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end">{number(one.delivered)}</Table.Td>
                  <Table.Td ta="end">{percent(one.rates.open)}</Table.Td>
                  <Table.Td ta="end">{percent(one.rates.click)}</Table.Td>
                  {hasSales && (
                    <Table.Td ta="end">
                      {one.revenue.map(({ currency, revenue }) => money(revenue, currency)).join(' · ')}
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {mayWrite && isOpen && (
          <Group>
            {variants.map((one) => (
              <Button key={one.variant} variant="default" onClick={() => ask(one.variant)}>
                {t('chooseWinner', { name: nameOf(one) })}
              </Button>
            ))}
          </Group>
        )}
        {error && <Failed error={error} />}
        <Confirm
          opened={chosen !== undefined}
          title={t('chooseWinnerTitle', { name: chosen ? nameOf(chosen) : '' })}
          action={t('chooseWinner', { name: chosen ? nameOf(chosen) : '' })}
          busy={choosing}
          onConfirm={() => chosen && void decide(chosen.variant)}
          onClose={() => ask(undefined)}
        />
      </Stack>
    </Panel>
  );
}
