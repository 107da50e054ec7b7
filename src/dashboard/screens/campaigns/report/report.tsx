import { Stack, Tabs } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import {
  CampaignProgressedDocument,
  ReportOfDocument,
  type ReportOfQuery,
} from '../../../../generated/dashboard/campaigns.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';
import { readChoice } from '../../../shell/read-search.ts';
import { Loaded } from '../../../states/loaded.tsx';
import { Together } from '../../../states/together.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { Preview } from '../preview/preview.tsx';
import { TABS } from '../search.ts';
import { Links } from './links.tsx';
import { Overview } from './overview.tsx';
import { Recipients } from './recipients.tsx';
import { ReportHead } from './report-head.tsx';
import { useReportText } from './texts.ts';
import { Variants } from './variants.tsx';

export type Report = NonNullable<ReportOfQuery['campaign']>['report'];

const route = getRouteApi('/campaigns/$campaign');
/** Opens come by the hundred; reading the report again once in a while is enough to see it move. */
const RELOAD_MS = 2_000;

/** A campaign during and after sending. */
export function CampaignReport({ campaign }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(ReportOfDocument, { id: campaign.id });
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(CampaignProgressedDocument, {}, ({ campaignChanged }) => {
    if (campaignChanged.id === campaign.id) refetch();
  });
  const tabs = TABS.filter((one) => one !== 'variants' || campaign.abTest !== null);
  const shown = readChoice(tab, tabs) ?? 'overview';
  return (
    <Together isPending={read.isLoading}>
      <Stack>
        <ReportHead campaign={campaign} />
        <Tabs
          value={shown}
          onChange={(value) => void navigate({ search: { tab: readChoice(value, TABS) } })}
          keepMounted={false}
        >
          <Tabs.List aria-label={t('sections')} mb="lg">
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(one)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="overview">
            <Loaded of={read} lines={8}>
              {(data) =>
                data.campaign && (
                  <Overview id={campaign.id} report={data.campaign.report} isKept={campaign.keptInOutbox} />
                )
              }
            </Loaded>
          </Tabs.Panel>
          <Tabs.Panel value="links">
            <Loaded of={read} lines={8}>
              {(data) => data.campaign && <Links campaign={campaign} report={data.campaign.report} />}
            </Loaded>
          </Tabs.Panel>
          <Tabs.Panel value="variants">
            <Loaded of={read} lines={8}>
              {(data) => data.campaign && <Variants campaign={campaign} report={data.campaign.report} />}
            </Loaded>
          </Tabs.Panel>
          <Tabs.Panel value="recipients">
            <Recipients campaign={campaign} />
          </Tabs.Panel>
          <Tabs.Panel value="content">
            <Preview campaign={campaign} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Together>
  );
}
