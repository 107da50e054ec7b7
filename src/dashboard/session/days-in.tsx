import { Text } from '@mantine/core';
import { defineTexts } from '../texts/define-texts.ts';
import { useZone } from './zone.ts';

const useDaysText = defineTexts('days', {
  en: { days: 'Dates in {{zone}}', daysAndTimes: 'Dates in {{zone}}, times in {{here}}' },
  de: { days: 'Tage in {{zone}}', daysAndTimes: 'Tage in {{zone}}, Uhrzeiten in {{here}}' },
});

/** The zone whose days are shown or asked for: the team's. `times`: moments are shown beside them, which are in the browser's zone. */
export function DaysIn({ times = false }: { times?: boolean }) {
  const t = useDaysText();
  const zone = useZone();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {times && here !== zone ? t('daysAndTimes', { zone, here }) : t('days', { zone })}
    </Text>
  );
}
