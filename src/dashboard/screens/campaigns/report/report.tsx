import { Stack, Tabs } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import {
  CampaignMovedDocument,
  ReportOfDocument,
  type ReportOfQuery,
} from '../../../../generated/dashboard/campaigns.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';
import { readChoice } from '../../../shell/read-search.ts';
import { Shown } from '../../../states/shown.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { Preview } from '../preview/preview.tsx';
import { TABS } from '../search.ts';
import { Links } from './links.tsx';
import { Overview } from './overview.tsx';
import { Recipients } from './recipients.tsx';
import { Standing } from './standing.tsx';
import { useReportText } from './texts.ts';
import { Variants } from './variants.tsx';

export type Report = NonNullable<ReportOfQuery['campaign']>['report'];

const route = getRouteApi('/campaigns/$campaign');
/** Opens come by the hundred; reading the report again once in a while is enough to see it move. */
const AGAIN_MS = 2_000;

/** A campaign during and after sending. */
export function CampaignReport({ campaign }: { campaign: ShownCampaign }) {
  const say = useReportText();
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(ReportOfDocument, { id: campaign.id });
  const again = useThrottledCallback(read.again, AGAIN_MS);
  useLive(CampaignMovedDocument, {}, ({ campaignChanged }) => {
    if (campaignChanged.id === campaign.id) again();
  });
  const tabs = TABS.filter((one) => one !== 'variants' || campaign.test !== null);
  const shown = readChoice(tab, tabs) ?? 'overview';
  return (
    <Stack>
      <Standing campaign={campaign} />
      <Tabs
        value={shown}
        onChange={(value) => void navigate({ search: { tab: readChoice(value, TABS) } })}
        keepMounted={false}
      >
        <Tabs.List aria-label={say('parts')} mb="lg">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {say(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Shown of={read} lines={8}>
            {(data) => data.campaign && <Overview report={data.campaign.report} />}
          </Shown>
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <Shown of={read} lines={8}>
            {(data) => data.campaign && <Links campaign={campaign} report={data.campaign.report} />}
          </Shown>
        </Tabs.Panel>
        <Tabs.Panel value="variants">
          <Shown of={read} lines={8}>
            {(data) => data.campaign && <Variants campaign={campaign} report={data.campaign.report} />}
          </Shown>
        </Tabs.Panel>
        <Tabs.Panel value="recipients">
          <Recipients campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="content">
          <Preview campaign={campaign} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
