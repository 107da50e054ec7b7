import { Alert, Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useCsvFormatText } from './csv-format-texts.ts';
import type { CsvPreview } from './csv-preview.ts';
import { ENCODINGS, encodingTitle } from './encodings.ts';
import type { ImportOptions } from './import-options.ts';

interface Props {
  options: ImportOptions;
  preview: CsvPreview;
  onChange(change: Partial<ImportOptions>): void;
}

/** Another encoding or delimiter has other columns, so their settings are dropped. */
const RESET = { mapping: undefined, formats: {}, statuses: {} };

/** How a file is read: detected, and chosen where that is wrong. Shows names by which people see whether it is right. */
export function CsvFormatForm({ options, preview, onChange }: Props) {
  const t = useCsvFormatText();
  const [read, ...others] = preview.readings;
  const delimiters = { ',': t('comma'), ';': t('semicolon'), '\t': t('tab'), '|': t('pipe') };
  const detected = (value: string, chosen: string) => ({
    value: '',
    label: chosen ? t('detected', { value: '…' }) : t('detected', { value }),
  });
  return (
    <Stack mt="md">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NativeSelect
          label={t('encoding')}
          value={options.encoding}
          data={[
            detected(encodingTitle(preview.encoding), options.encoding),
            ...ENCODINGS.map(([value, region]) => ({ value, label: `${encodingTitle(value)} (${t(region)})` })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...RESET, encoding: value })}
        />
        <NativeSelect
          label={t('delimiter')}
          value={options.delimiter}
          data={[
            detected(delimiters[preview.delimiter as ','] ?? preview.delimiter, options.delimiter),
            ...Object.entries(delimiters).map(([value, label]) => ({ value: value === '\t' ? 'tab' : value, label })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...RESET, delimiter: value })}
        />
        <NativeSelect
          label={t('firstRow')}
          value={options.header}
          data={[
            detected(t(preview.has_header ? 'columnNames' : 'dataRow'), options.header),
            { value: 'true', label: t('columnNames') },
            { value: 'false', label: t('dataRow') },
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...RESET, header: value })}
        />
      </SimpleGrid>
      {read && (
        <Alert color="yellow" variant="light" title={t('checkNames')}>
          <Text size="sm">{t('checkNamesHint', { encoding: encodingTitle(read.encoding) })}</Text>
          <Text size="sm" fw={600}>
            {read.samples.join(' · ')}
          </Text>
          {others.length > 0 && (
            <Text size="sm" mt="xs">
              {t('otherEncodings')}
            </Text>
          )}
          {others.map(({ encoding, samples }) => (
            <Group key={encoding} justify="space-between" mt={4}>
              <Text size="sm">{samples.join(' · ')}</Text>
              <Button size="compact-sm" variant="default" onClick={() => onChange({ ...RESET, encoding })}>
                {t('useEncoding', { encoding: encodingTitle(encoding) })}
              </Button>
            </Group>
          ))}
        </Alert>
      )}
    </Stack>
  );
}
