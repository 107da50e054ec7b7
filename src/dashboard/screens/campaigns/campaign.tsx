import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  CampaignMovedDocument,
  OneCampaignDocument,
  type OneCampaignQuery,
  RecipientsOfDocument,
  ReportOfDocument,
} from '../../../generated/dashboard/campaigns.ts';
import { askAhead } from '../../client/ask-ahead.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Composer } from './compose/composer.tsx';
import { CampaignMenu } from './menu.tsx';
import { recipientsAsked } from './report/recipients-asked.ts';
import { CampaignReport } from './report/report.tsx';
import { Scheduled } from './scheduled.tsx';
import type { CampaignSearch } from './search.ts';
import { useCampaignsText } from './texts.ts';

export const Campaign = createLazyRoute('/campaigns/$campaign')({ component: CampaignScreen });

/** A campaign, as its screen shows it. */
export type ShownCampaign = NonNullable<OneCampaignQuery['campaign']>;

const route = getRouteApi('/campaigns/$campaign');

/** Requests the campaign, and its report if it has one. */
export function askForCampaign(id: string, search: CampaignSearch): void {
  void askAhead(OneCampaignDocument, { id }).then(({ data }) => {
    if (!data?.campaign || !hasReport(data.campaign)) return;
    void askAhead(ReportOfDocument, { id });
    if (search.tab === 'recipients') void askAhead(RecipientsOfDocument, recipientsAsked(id, search));
  });
}

const hasReport = ({ status }: ShownCampaign): boolean => status !== 'DRAFT' && status !== 'SCHEDULED';

function CampaignScreen() {
  const say = useCampaignsText();
  const id = route.useParams().campaign;
  const read = useRead(OneCampaignDocument, { id });
  // Counts update live. Results such as a winner are read again with the status.
  useLive(CampaignMovedDocument, {}, ({ campaignChanged }) => {
    if (campaignChanged.id === id && campaignChanged.status !== 'SENDING') read.again();
  });
  return (
    <>
      <TextLink to="/campaigns">{say('all')}</TextLink>
      <Shown of={read}>
        {({ campaign }) =>
          campaign ? (
            <Standing key={campaign.id} campaign={campaign} again={read.again} />
          ) : (
            <Nothing title={say('gone')}>{say('goneMore')}</Nothing>
          )
        }
      </Shown>
    </>
  );
}

function Standing({ campaign, again }: { campaign: ShownCampaign; again: () => void }) {
  const mayWrite = useMayWrite();
  return (
    <>
      <ScreenTitle action={mayWrite && <CampaignMenu campaign={campaign} />}>{campaign.name}</ScreenTitle>
      {campaign.status === 'DRAFT' && <Composer campaign={campaign} again={again} />}
      {campaign.status === 'SCHEDULED' && <Scheduled campaign={campaign} />}
      {hasReport(campaign) && <CampaignReport campaign={campaign} />}
    </>
  );
}
