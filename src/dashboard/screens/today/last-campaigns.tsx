import { Table } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { CampaignChangedDocument, LastCampaignsDocument } from '../../../generated/dashboard/today.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { FilledPanel } from './filled-panel.tsx';
import { useTodayText } from './texts.ts';

/** Opens come by the hundred; reading them again once in a while is enough to see them move. */
const RELOAD_MS = 2_000;

/** The recently ended campaigns, with their results. */
export function LastCampaigns() {
  const t = useTodayText();
  const { number, percent, ago } = useFormat();
  const read = useRead(LastCampaignsDocument, {});
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(CampaignChangedDocument, {}, ({ campaignChanged }) => {
    if (campaignChanged.status === 'SENT') refetch();
  });
  return (
    <FilledPanel title={t('recent')} of={read} isEmpty={({ campaigns }) => campaigns.nodes.length === 0}>
      {({ campaigns: { nodes } }) => (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('campaign')}</Table.Th>
              <Table.Th visibleFrom="xl">{t('ended')}</Table.Th>
              <Table.Th ta="end" visibleFrom="md">
                {t('delivered')}
              </Table.Th>
              <Table.Th ta="end" style={{ whiteSpace: 'nowrap' }}>
                {t('opened')}
              </Table.Th>
              <Table.Th ta="end" style={{ whiteSpace: 'nowrap' }}>
                {t('clicked')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nodes.map(({ id, name, endedAt, keptInOutbox, report: { delivered, rates } }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <TextLink to="/campaigns/$campaign" params={{ campaign: id }} size="sm">
                    {name}
                  </TextLink>
                </Table.Td>
                <Table.Td visibleFrom="xl">{endedAt && ago(endedAt)}</Table.Td>
                <Table.Td ta="end" visibleFrom="md">
                  {keptInOutbox ? t('kept') : number(delivered)}
                </Table.Td>
                <Table.Td ta="end">{percent(rates.open)}</Table.Td>
                <Table.Td ta="end">{percent(rates.click)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </FilledPanel>
  );
}
