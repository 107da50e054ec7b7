import { SimpleGrid, Stack } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import {
  AutomationStirredDocument,
  CampaignChangedDocument,
  DeliverabilityDocument,
  GrowthOfListsDocument,
  HealthDocument,
  LastCampaignsDocument,
  MinutesDocument,
  RevenueByOriginDocument,
  SendingNowDocument,
} from '../../../generated/dashboard/today.ts';
import { askAhead } from '../../client/ask-ahead.ts';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Shown } from '../../states/shown.tsx';
import { Attention } from './attention.tsx';
import { Growth } from './growth.tsx';
import { Health } from './health.tsx';
import { LastCampaigns } from './last-campaigns.tsx';
import { Minutes } from './minutes.tsx';
import { firstDay, ratesOf } from './rates.ts';
import { Revenue } from './revenue.tsx';
import { SendingNow } from './sending-now.tsx';
import { useTodayText } from './texts.ts';
import { useConcerns } from './use-concerns.tsx';

export const Today = createLazyRoute('/')({ component: TodayScreen });

/** Campaigns and automations change many times a second while they work. */
const AGAIN_MS = 5_000;

/** The shares of seven days move slowly, and are added up of a row for each day and each pair of domains. */
const RATES_MINUTES = 10;

/** Requests the page's data. */
export function askForToday(): void {
  void askAhead(HealthDocument, {});
  void askAhead(SendingNowDocument, {});
  void askAhead(MinutesDocument, {});
  void askAhead(LastCampaignsDocument, {});
  void askAhead(RevenueByOriginDocument, {});
  void askAhead(GrowthOfListsDocument, {});
  void askAhead(DeliverabilityDocument, { since: firstDay(new Date()) });
}

/** Needs attention comes first, then current sending, recent results and health. */
function TodayScreen() {
  const say = useTodayText();
  const concernsOf = useConcerns();
  const read = useRead(HealthDocument, {});
  const [since, setSince] = useState(() => firstDay(new Date()));
  const deliverability = useRead(DeliverabilityDocument, { since });
  const again = useThrottledCallback(read.again, AGAIN_MS);
  useLive(CampaignChangedDocument, {}, again);
  useLive(AutomationStirredDocument, {}, again);
  useEveryMinute(read.again);
  useEveryMinute(() => {
    setSince(firstDay(new Date()));
    deliverability.again();
  }, RATES_MINUTES);
  const rates = read.data && deliverability.data && ratesOf(deliverability.data, read.data.team);
  return (
    <>
      <ScreenTitle>{say('title')}</ScreenTitle>
      <Stack gap="xl">
        <Shown of={read} lines={1}>
          {(health) => <Attention concerns={concernsOf(health, rates)} />}
        </Shown>
        <SendingNow />
        <Minutes />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          <LastCampaigns />
          <Revenue />
          <Growth />
          {read.data ? (
            <Health health={read.data} rates={rates} />
          ) : (
            <Panel title={say('health')}>
              <Shown of={read}>{() => null}</Shown>
            </Panel>
          )}
        </SimpleGrid>
      </Stack>
    </>
  );
}
