import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { DaysIn } from '../../session/days-in.tsx';
import { isFullOrEmpty } from '../../shell/full-address.ts';
import { type LogSearch, OUTCOMES, STATUSES } from './search.ts';
import { useLogText } from './texts.ts';

const DEBOUNCE_MS = 250;

interface Props {
  search: LogSearch;
  onChange(change: LogSearch, replace?: boolean): void;
}

/** Which mails are shown. */
export function LogFilters({ search, onChange }: Props) {
  const t = useLogText();
  const type = useDebouncedCallback((change: LogSearch) => onChange(change, true), DEBOUNCE_MS);
  const typeAddress = useDebouncedCallback((recipient: string) => {
    if (isFullOrEmpty(recipient)) onChange({ recipient: recipient || undefined }, true);
  }, DEBOUNCE_MS);
  const chosen = (value: string) => STATUSES.find((status) => status === value);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 6 }} role="search">
        <TextInput
          label={t('recipient')}
          placeholder={t('recipientHint')}
          type="search"
          defaultValue={search.recipient ?? ''}
          onChange={({ currentTarget: { value } }) => typeAddress(value.trim())}
        />
        <TextInput
          label={t('template')}
          type="search"
          defaultValue={search.template ?? ''}
          onChange={({ currentTarget: { value } }) => type({ template: value || undefined })}
        />
        <NativeSelect
          label={t('status')}
          value={search.status ?? ''}
          data={[{ value: '', label: t('any') }, ...STATUSES.map((status) => ({ value: status, label: t(status) }))]}
          onChange={({ currentTarget: { value } }) => onChange({ status: chosen(value) })}
        />
        <NativeSelect
          label={t('outcome')}
          value={search.outcome ?? ''}
          data={[{ value: '', label: t('any') }, ...OUTCOMES.map((outcome) => ({ value: outcome, label: t(outcome) }))]}
          onChange={({ currentTarget: { value } }) => onChange({ outcome: OUTCOMES.find((one) => one === value) })}
        />
        <TextInput
          label={t('from')}
          type="date"
          value={search.from ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined }, true)}
        />
        <TextInput
          label={t('to')}
          type="date"
          value={search.to ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ to: value || undefined }, true)}
        />
      </SimpleGrid>
      <DaysIn times />
    </>
  );
}
