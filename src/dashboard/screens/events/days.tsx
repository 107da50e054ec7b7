import { TextInput } from '@mantine/core';
import type { DaysSearch } from './search.ts';
import { useEventText } from './texts.ts';

/** The first and the last day of a period. */
export function Days({ days, onChange }: { days: DaysSearch; onChange: (days: DaysSearch) => void }) {
  const t = useEventText();
  return (
    <>
      <TextInput
        label={t('from')}
        type="date"
        value={days.from ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined })}
      />
      <TextInput
        label={t('to')}
        type="date"
        value={days.to ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || undefined })}
      />
    </>
  );
}
