import { Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import {
  CampaignListDocument,
  CampaignProgressedDocument,
  type CampaignRowFragment,
} from '../../../generated/dashboard/campaigns.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { CampaignsSearch } from './search.ts';
import { SendingProgress } from './sending-progress.tsx';
import { useCampaignsText } from './texts.ts';

const RELOAD_MS = 1_000;

/** A page of campaigns, or of the occurrences of a series. Running campaigns update live. */
export function CampaignTable({
  search: { after, before, list, status, search },
  series,
  onPageChange,
}: {
  search: CampaignsSearch;
  series?: string;
  onPageChange: (page: PageSearch) => void;
}) {
  const t = useCampaignsText();
  const mayWrite = useMayWrite();
  const variables = {
    statuses: status ?? null,
    search: search ?? null,
    listId: list ?? null,
    seriesId: series ?? null,
    ...pageOf({ after, before }, 25),
  };
  const read = useRead(CampaignListDocument, variables);
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(CampaignProgressedDocument, {}, ({ campaignChanged: changed }) => {
    const isShown = read.data?.campaigns.nodes.some(({ id }) => id === changed.id) ?? false;
    if (!isShown || (status && status !== changed.status)) refetch();
  });
  return (
    <Loaded of={read} lines={8}>
      {({ campaigns: { nodes, pageInfo } }) => {
        if (nodes.length === 0) {
          const isFiltered = search || status || list || series;
          return isFiltered ? (
            <EmptyState title={t('noMatches')}>{t('noMatchesHint')}</EmptyState>
          ) : (
            <EmptyState
              title={t('noCampaigns')}
              action={mayWrite && <ButtonLink to="/campaigns/new">{t('createFirst')}</ButtonLink>}
            >
              {t('noCampaignsHint')}
            </EmptyState>
          );
        }
        return (
          <>
            <Rows campaigns={nodes} />
            <Pages info={pageInfo} onPageChange={onPageChange} />
          </>
        );
      }}
    </Loaded>
  );
}

function Rows({ campaigns }: { campaigns: CampaignRowFragment[] }) {
  const t = useCampaignsText();
  const { number, percent, ago, moment } = useFormat();
  const isOut = (status: CampaignRowFragment['status']) => status !== 'DRAFT' && status !== 'SCHEDULED';
  const when = ({ status, scheduledAt, startedAt, createdAt }: CampaignRowFragment) =>
    status === 'SCHEDULED' && scheduledAt ? moment(scheduledAt) : ago(startedAt ?? createdAt);
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('name')}</Table.Th>
          <Table.Th>{t('status')}</Table.Th>
          <Table.Th visibleFrom="md">{t('date')}</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {t('recipients')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="xs">
            {t('opened')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="xs">
            {t('clicked')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {campaigns.map((campaign) => (
          <Table.Tr key={campaign.id}>
            <Table.Td>
              <TextLink to="/campaigns/$campaign" params={{ campaign: campaign.id }}>
                {campaign.name}
              </TextLink>
              <Text size="sm" c="dimmed">
                {campaign.list && (
                  <TextLink to="/lists/$id" params={{ id: campaign.list.id }} size="sm" c="dimmed">
                    {campaign.list.name}
                  </TextLink>
                )}
                {campaign.recurrence && ` · ${t('recurring')}`}
              </Text>
            </Table.Td>
            <Table.Td>
              {campaign.status === 'SENDING' ? (
                <SendingProgress campaign={campaign} />
              ) : (
                t(campaign.status === 'SENT' && campaign.keptInOutbox ? 'kept' : campaign.status)
              )}
            </Table.Td>
            <Table.Td visibleFrom="md">{when(campaign)}</Table.Td>
            <Table.Td ta="end" visibleFrom="sm">
              {isOut(campaign.status) && campaign.recipientsCount !== null && number(campaign.recipientsCount)}
            </Table.Td>
            <Table.Td ta="end" visibleFrom="xs">
              {isOut(campaign.status) && percent(campaign.report.rates.open)}
            </Table.Td>
            <Table.Td ta="end" visibleFrom="xs">
              {isOut(campaign.status) && percent(campaign.report.rates.click)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
