import { SimpleGrid, Stack, Text } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { UsageDocument } from '../../../../generated/dashboard/usage.ts';
import { Chart } from '../../../charts/chart.tsx';
import { useRead } from '../../../client/use-read.ts';
import { DaysIn } from '../../../session/days-in.tsx';
import { useZone } from '../../../session/zone.ts';
import { dayIn, daysFrom } from '../../../shell/days.ts';
import { Panel } from '../../../shell/panel.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useSettingsText } from '../texts.ts';
import { useUsageText } from './texts.ts';

export const UsagePart = createLazyRoute('/settings/usage')({ component: UsageScreen });

const TOTALS = ['people', 'subscribed', 'subscribers', 'lists', 'templates', 'tokens'] as const;

/** The team's totals, and its usage this month. */
function UsageScreen() {
  const settings = useSettingsText();
  const t = useUsageText();
  const { number, date } = useFormat();
  const zone = useZone();
  const read = useRead(UsageDocument, {});
  return (
    <>
      <ScreenTitle>{settings('usage')}</ScreenTitle>
      <Loaded of={read}>
        {({ usage }) => (
          <Stack gap="xl">
            <Panel title={t('totals')}>
              <Figures figures={TOTALS.map((name) => [t(name), number(usage[name])])} />
            </Panel>
            <Panel title={t('sinceDay', { day: date(dayIn(usage.monthStartedAt, zone)) })}>
              <Figures
                figures={[
                  [t('messages'), number(usage.messagesSentThisMonth.total)],
                  [t('campaign'), number(usage.messagesSentThisMonth.campaign)],
                  [t('transactional'), number(usage.messagesSentThisMonth.transactional)],
                  [t('events'), number(usage.eventsThisMonth)],
                ]}
              />
              {usage.messagesSentByDay.length > 0 && (
                <Chart
                  label={t('byDay')}
                  stacked
                  format={number}
                  points={daysFrom(dayIn(usage.monthStartedAt, zone), dayIn(new Date(), zone)).map((day) => ({
                    at: date(day),
                    ...usage.messagesSentByDay.find((one) => one.date === day)?.sent,
                  }))}
                  series={[
                    { key: 'campaign', name: t('campaign'), color: 'indigo.6' },
                    { key: 'transactional', name: t('transactional'), color: 'teal.6' },
                    { key: 'confirmation', name: t('confirmation'), color: 'gray.6' },
                  ]}
                />
              )}
              <DaysIn />
            </Panel>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Figures({ figures }: { figures: readonly (readonly [name: string, figure: string])[] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} component="dl" m={0} mb="md">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fw={600} size="lg">
            {figure}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
