import { Stack } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { TeamAsSetDocument } from '../../../../generated/dashboard/team.ts';
import { useRead } from '../../../client/use-read.ts';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Shown } from '../../../states/shown.tsx';
import { useSettingsText } from '../texts.ts';
import { Brand } from './brand.tsx';
import { General } from './general.tsx';
import { Keeping } from './keeping.tsx';
import { Measuring } from './measuring.tsx';
import { Restraint } from './restraint.tsx';

export const TeamPart = createLazyRoute('/settings/team')({ component: TeamScreen });

function TeamScreen() {
  const say = useSettingsText();
  const read = useRead(TeamAsSetDocument, {});
  return (
    <>
      <ScreenTitle>{say('team')}</ScreenTitle>
      <Shown of={read} lines={10}>
        {({ team }) => (
          <Stack gap="xl" maw={760}>
            <General team={team} />
            <Brand brand={team.brand} />
            <Restraint team={team} />
            <Measuring team={team} />
            <Keeping team={team} />
          </Stack>
        )}
      </Shown>
    </>
  );
}
