import { Checkbox, NativeSelect, SimpleGrid, Stack, TagsInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ImportTagsDocument } from '../../../generated/dashboard/lists.ts';
import { useRead } from '../../client/use-read.ts';
import type { CsvPreview } from './csv-preview.ts';
import type { ImportOptions } from './import-options.ts';
import { useNewImportText } from './new-import-texts.ts';
import { UnclearColumns } from './unclear-columns.tsx';

interface Props {
  options: ImportOptions;
  preview: CsvPreview;
  /** The server's errors for single options. */
  errors: Record<string, string>;
  onChange(change: Partial<ImportOptions>): void;
}

const STATUSES = ['subscribed', 'unconfirmed', 'unsubscribed', 'bounced', 'complained'] as const;

/** The options for the people of a file. */
export function OptionsForm({ options, preview, errors, onChange }: Props) {
  const t = useNewImportText();
  const [typed, setTyped] = useState('');
  const known = useRead(ImportTagsDocument, { search: typed || null });
  const { statuses, formats } = options;
  const unknown = new Set([...preview.sample.unknown_statuses.map(({ status }) => status), ...Object.keys(statuses)]);
  return (
    <Stack>
      <TagsInput
        label={t('tagsForAll')}
        placeholder={t('tagHint')}
        value={options.tags}
        data={known.data?.tags.nodes.map(({ name }) => name) ?? []}
        searchValue={typed}
        onSearchChange={setTyped}
        error={errors.tags}
        onChange={(tags) => onChange({ tags })}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {unknown.size > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {[...unknown].map((word) => (
            <NativeSelect
              key={word}
              label={t('statusMeaning', { word })}
              value={statuses[word] ?? ''}
              error={errors[`statuses.${word}`]}
              data={[{ value: '', label: t('rejectRows') }, ...STATUSES.map((value) => ({ value, label: t(value) }))]}
              onChange={({ currentTarget: { value } }) => {
                const { [word]: _, ...others } = statuses;
                onChange({ statuses: value ? { ...others, [word]: value } : others });
              }}
            />
          ))}
        </SimpleGrid>
      )}
      <UnclearColumns columns={preview.columns} formats={formats} onFormats={(formats) => onChange({ formats })} />
      <Checkbox
        label={t('confirmed')}
        description={t('confirmedHint')}
        checked={options.confirmed}
        onChange={({ currentTarget: { checked } }) => onChange({ confirmed: checked })}
      />
      {options.confirmed && (
        <Textarea
          label={t('consent')}
          description={t('consentHint')}
          value={options.consent}
          error={errors.consent}
          autosize
          minRows={2}
          onChange={({ currentTarget: { value } }) => onChange({ consent: value })}
        />
      )}
      <Checkbox
        label={t('importUnsubscribed')}
        description={t('importUnsubscribedHint')}
        checked={options.importUnsubscribed}
        onChange={({ currentTarget: { checked } }) => onChange({ importUnsubscribed: checked })}
      />
      <Checkbox
        label={t('resubscribe')}
        description={t('resubscribeHint')}
        checked={options.resubscribe}
        onChange={({ currentTarget: { checked } }) => onChange({ resubscribe: checked })}
      />
      <Checkbox
        label={t('rejectInvalidRows')}
        description={t('rejectInvalidRowsHint')}
        checked={options.failRows}
        onChange={({ currentTarget: { checked } }) => onChange({ failRows: checked })}
      />
    </Stack>
  );
}
