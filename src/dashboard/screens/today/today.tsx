import { SimpleGrid, Stack } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { SampleDataDocument } from '../../../generated/dashboard/sample-data.ts';
import {
  AutomationActivityDocument,
  CampaignChangedDocument,
  DeliverabilityDocument,
  GrowthOfListsDocument,
  HealthDocument,
  LastCampaignsDocument,
  MinutesDocument,
  RevenueByOriginDocument,
  SendingNowDocument,
} from '../../../generated/dashboard/today.ts';
import { prefetch } from '../../client/prefetch.ts';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Together } from '../../states/together.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Growth } from './growth.tsx';
import { Health } from './health.tsx';
import { LastCampaigns } from './last-campaigns.tsx';
import { Minutes } from './minutes.tsx';
import { firstDay, ratesOf } from './rates.ts';
import { Revenue } from './revenue.tsx';
import { SampleNotice } from './sample-notice.tsx';
import { SendingNow } from './sending-now.tsx';
import { useTodayText } from './texts.ts';
import { useConcerns } from './use-concerns.tsx';
import { useNewTeam } from './use-new-team.ts';

export const Today = createLazyRoute('/')({ component: TodayScreen });

/** Campaigns and automations change many times a second while they work. */
const RELOAD_MS = 5_000;

/** The shares of seven days move slowly, and are added up of a row for each day and each pair of domains. */
const RATES_MINUTES = 10;

/** Requests the page's data. */
export function prefetchToday(): void {
  void prefetch(SampleDataDocument, {});
  void prefetch(HealthDocument, {});
  void prefetch(SendingNowDocument, {});
  void prefetch(MinutesDocument, {});
  void prefetch(LastCampaignsDocument, {});
  void prefetch(RevenueByOriginDocument, {});
  void prefetch(GrowthOfListsDocument, {});
  void prefetch(DeliverabilityDocument, { since: firstDay(new Date()) });
}

/** Needs attention comes first, then current sending, recent results and health. */
function TodayScreen() {
  const t = useTodayText();
  const concernsOf = useConcerns();
  const [isNew, hide] = useNewTeam();
  const read = useRead(HealthDocument, {});
  const [since, setSince] = useState(() => firstDay(new Date()));
  const deliverability = useRead(DeliverabilityDocument, { since });
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(CampaignChangedDocument, {}, refetch);
  useLive(AutomationActivityDocument, {}, refetch);
  useEveryMinute(read.refetch);
  useEveryMinute(() => {
    setSince(firstDay(new Date()));
    deliverability.refetch();
  }, RATES_MINUTES);
  const rates = read.data && deliverability.data && ratesOf(deliverability.data, read.data.team);
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <Together isPending={read.isLoading || deliverability.isLoading}>
        <SampleNotice />
        <Stack gap="xl">
          <Loaded of={read} lines={1}>
            {(health) => <Attention concerns={concernsOf(health, rates)} />}
          </Loaded>
          {isNew && <FirstSteps onHide={hide} />}
          <SendingNow />
          <Minutes />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
            <LastCampaigns />
            <Revenue />
            <Growth />
            {read.data ? (
              <Health health={read.data} rates={rates} />
            ) : (
              <Panel title={t('health')}>
                <Loaded of={read}>{() => null}</Loaded>
              </Panel>
            )}
          </SimpleGrid>
        </Stack>
      </Together>
    </>
  );
}
