import { Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import {
  CampaignListDocument,
  CampaignMovedDocument,
  type CampaignRowFragment,
} from '../../../generated/dashboard/campaigns.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { Moving } from './moving.tsx';
import type { CampaignsSearch } from './search.ts';
import { useCampaignsText } from './texts.ts';

const AGAIN_MS = 1_000;

/** A page of campaigns, or of the occurrences of a series. Running campaigns update live. */
export function CampaignTable({
  search: { after, before, list, ...filters },
  series,
  onTurn,
}: {
  search: CampaignsSearch;
  series?: string;
  onTurn: (page: PageSearch) => void;
}) {
  const say = useCampaignsText();
  const mayWrite = useMayWrite();
  const variables = { ...filters, listId: list ?? null, seriesId: series ?? null, ...pageOf({ after, before }, 25) };
  const read = useRead(CampaignListDocument, variables);
  const again = useThrottledCallback(read.again, AGAIN_MS);
  useLive(CampaignMovedDocument, {}, ({ campaignChanged: { id, status } }) => {
    const isShown = read.data?.campaigns.nodes.some((one) => one.id === id) ?? false;
    if (!isShown || (filters.status && filters.status !== status)) again();
  });
  return (
    <Shown of={read} lines={8}>
      {({ campaigns: { nodes, pageInfo } }) => {
        if (nodes.length === 0) {
          const isFiltered = filters.search || filters.status || list || series;
          return isFiltered ? (
            <Nothing title={say('noneFits')}>{say('noneFitsMore')}</Nothing>
          ) : (
            <Nothing
              title={say('none')}
              action={mayWrite && <ButtonLink to="/campaigns/new">{say('createFirst')}</ButtonLink>}
            >
              {say('noneMore')}
            </Nothing>
          );
        }
        return (
          <>
            <Rows campaigns={nodes} />
            <Pages info={pageInfo} onTurn={onTurn} />
          </>
        );
      }}
    </Shown>
  );
}

function Rows({ campaigns }: { campaigns: CampaignRowFragment[] }) {
  const say = useCampaignsText();
  const { number, percent, ago, moment } = useFormat();
  const isOut = (status: CampaignRowFragment['status']) => status !== 'DRAFT' && status !== 'SCHEDULED';
  const when = ({ status, scheduledAt, startedAt, createdAt }: CampaignRowFragment) =>
    status === 'SCHEDULED' && scheduledAt ? moment(scheduledAt) : ago(startedAt ?? createdAt);
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('name')}</Table.Th>
          <Table.Th>{say('status')}</Table.Th>
          <Table.Th visibleFrom="md">{say('when')}</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {say('recipients')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="xs">
            {say('opened')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="xs">
            {say('clicked')}
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
                {campaign.recurrence && ` · ${say('series')}`}
              </Text>
            </Table.Td>
            <Table.Td>{campaign.status === 'SENDING' ? <Moving campaign={campaign} /> : say(campaign.status)}</Table.Td>
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
