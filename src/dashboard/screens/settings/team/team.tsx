import { Stack } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { TeamAfterChangeDocument } from '../../../../generated/dashboard/team.ts';
import { useRead } from '../../../client/use-read.ts';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { useSettingsText } from '../texts.ts';
import { Brand } from './brand.tsx';
import { DataRetention } from './data-retention.tsx';
import { FrequencyCap } from './frequency-cap.tsx';
import { General } from './general.tsx';
import { SampleData } from './sample-data.tsx';
import { Tracking } from './tracking.tsx';

export const TeamPart = createLazyRoute('/settings/team')({ component: TeamScreen });

function TeamScreen() {
  const t = useSettingsText();
  const read = useRead(TeamAfterChangeDocument, {});
  return (
    <>
      <ScreenTitle>{t('team')}</ScreenTitle>
      <Loaded of={read} lines={10}>
        {({ team }) => (
          <Stack gap="xl" maw={760}>
            <General team={team} />
            <Brand brand={team.brand} />
            <FrequencyCap team={team} />
            <Tracking team={team} />
            <DataRetention team={team} />
            <SampleData />
          </Stack>
        )}
      </Loaded>
    </>
  );
}
