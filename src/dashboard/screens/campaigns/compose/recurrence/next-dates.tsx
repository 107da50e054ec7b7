import { List, Text } from '@mantine/core';
import { useFormat } from '../../../../texts/use-format.ts';
import type { ShownCampaign } from '../../campaign.tsx';
import { useRecurrenceText } from './recurrence-texts.ts';

/** The next dates of a series, in its time zone. */
export function NextDates({ recurrence }: { recurrence: NonNullable<ShownCampaign['recurrence']> }) {
  const t = useRecurrenceText();
  const { occurrence } = useFormat();
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('nextMails')}
      </Text>
      <List size="sm">
        {recurrence.nextOccurrences.map((at) => (
          <List.Item key={at}>{occurrence(at, recurrence.timezone)}</List.Item>
        ))}
      </List>
    </div>
  );
}
