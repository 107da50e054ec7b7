import { SimpleGrid, Stack } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { ScreenTitle } from '../../shell/title.tsx';
import { Health } from './health.tsx';
import { LastCampaigns } from './last-campaigns.tsx';
import { SendingNow } from './sending-now.tsx';
import { useTodayText } from './texts.ts';

export const Today = createLazyRoute('/')({ component: TodayScreen });

function TodayScreen() {
  const say = useTodayText();
  return (
    <>
      <ScreenTitle>{say('title')}</ScreenTitle>
      <Stack gap="xl">
        <SendingNow />
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          <LastCampaigns />
          <Health />
        </SimpleGrid>
      </Stack>
    </>
  );
}
