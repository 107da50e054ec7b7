import { Group } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  CampaignProgressedDocument,
  OneCampaignDocument,
  type OneCampaignQuery,
  RecipientsOfDocument,
  ReportOfDocument,
} from '../../../generated/dashboard/campaigns.ts';
import { prefetch } from '../../client/prefetch.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Composer } from './compose/composer.tsx';
import { CampaignMenu } from './menu.tsx';
import { ExportMenu } from './report/export-menu.tsx';
import { recipientsVariables } from './report/recipients-variables.ts';
import { CampaignReport } from './report/report.tsx';
import { ShareButton } from './report/share-button.tsx';
import { Scheduled } from './scheduled.tsx';
import type { CampaignSearch } from './search.ts';
import { useCampaignsText } from './texts.ts';

export const Campaign = createLazyRoute('/campaigns/$campaign')({ component: CampaignScreen });

/** A campaign, as its screen shows it. */
export type ShownCampaign = NonNullable<OneCampaignQuery['campaign']>;

const route = getRouteApi('/campaigns/$campaign');

/** Requests the campaign, and its report if it has one. */
export function prefetchCampaign(id: string, search: CampaignSearch): void {
  void prefetch(OneCampaignDocument, { id }).then(({ data }) => {
    if (!data?.campaign || !hasReport(data.campaign)) return;
    void prefetch(ReportOfDocument, { id });
    if (search.tab === 'recipients') void prefetch(RecipientsOfDocument, recipientsVariables(id, search));
  });
}

const hasReport = ({ status }: ShownCampaign): boolean => status !== 'DRAFT' && status !== 'SCHEDULED';

function CampaignScreen() {
  const t = useCampaignsText();
  const id = route.useParams().campaign;
  const read = useRead(OneCampaignDocument, { id });
  // Counts update live. Results such as a winner are read again with the status.
  useLive(CampaignProgressedDocument, {}, ({ campaignChanged }) => {
    if (campaignChanged.id === id && campaignChanged.status !== 'SENDING') read.refetch();
  });
  return (
    <>
      <TextLink to="/campaigns">{t('all')}</TextLink>
      <Loaded of={read}>
        {({ campaign }) =>
          campaign ? (
            <CampaignContent key={campaign.id} campaign={campaign} refetch={read.refetch} />
          ) : (
            <EmptyState title={t('notFound')}>{t('notFoundHint')}</EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

function CampaignContent({ campaign, refetch }: { campaign: ShownCampaign; refetch: () => void }) {
  const mayWrite = useMayWrite();
  return (
    <>
      <ScreenTitle
        action={
          <Group gap="xs">
            {hasReport(campaign) && <ExportMenu campaign={campaign} />}
            {mayWrite && campaign.startedAt && <ShareButton campaign={campaign} />}
            {mayWrite && <CampaignMenu campaign={campaign} />}
          </Group>
        }
      >
        {campaign.name}
      </ScreenTitle>
      {campaign.status === 'DRAFT' && <Composer campaign={campaign} refetch={refetch} />}
      {campaign.status === 'SCHEDULED' && <Scheduled campaign={campaign} />}
      {hasReport(campaign) && <CampaignReport campaign={campaign} />}
    </>
  );
}
