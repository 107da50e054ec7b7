import { Alert, Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import type { CsvPreview } from './csv-preview.ts';
import { ENCODINGS, encodingTitle } from './encodings.ts';
import type { ImportOptions } from './import-options.ts';
import { useReadingText } from './reading-texts.ts';

interface Props {
  options: ImportOptions;
  preview: CsvPreview;
  onChange(change: Partial<ImportOptions>): void;
}

/** Another encoding or delimiter has other columns, so their settings are dropped. */
const ANEW = { mapping: undefined, formats: {}, statuses: {} };

/** How a file is read: detected, and chosen where that is wrong. Shows names by which people see whether it is right. */
export function ReadingForm({ options, preview, onChange }: Props) {
  const say = useReadingText();
  const [read, ...others] = preview.readings;
  const delimiters = { ',': say('comma'), ';': say('semicolon'), '\t': say('tab'), '|': say('pipe') };
  const detected = (value: string, chosen: string) => ({
    value: '',
    label: chosen ? say('detected', { value: '…' }) : say('detected', { value }),
  });
  return (
    <Stack mt="md">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NativeSelect
          label={say('encoding')}
          value={options.encoding}
          data={[
            detected(encodingTitle(preview.encoding), options.encoding),
            ...ENCODINGS.map(([value, region]) => ({ value, label: `${encodingTitle(value)} (${say(region)})` })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...ANEW, encoding: value })}
        />
        <NativeSelect
          label={say('delimiter')}
          value={options.delimiter}
          data={[
            detected(delimiters[preview.delimiter as ','] ?? preview.delimiter, options.delimiter),
            ...Object.entries(delimiters).map(([value, label]) => ({ value: value === '\t' ? 'tab' : value, label })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...ANEW, delimiter: value })}
        />
        <NativeSelect
          label={say('header')}
          value={options.header}
          data={[
            detected(say(preview.has_header ? 'hasHeader' : 'noHeader'), options.header),
            { value: 'true', label: say('hasHeader') },
            { value: 'false', label: say('noHeader') },
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...ANEW, header: value })}
        />
      </SimpleGrid>
      {read && (
        <Alert color="yellow" variant="light" title={say('check')}>
          <Text size="sm">{say('checkMore', { encoding: encodingTitle(read.encoding) })}</Text>
          <Text size="sm" fw={600}>
            {read.samples.join(' · ')}
          </Text>
          {others.length > 0 && (
            <Text size="sm" mt="xs">
              {say('otherwise')}
            </Text>
          )}
          {others.map(({ encoding, samples }) => (
            <Group key={encoding} justify="space-between" mt={4}>
              <Text size="sm">{samples.join(' · ')}</Text>
              <Button size="compact-sm" variant="default" onClick={() => onChange({ ...ANEW, encoding })}>
                {say('use', { encoding: encodingTitle(encoding) })}
              </Button>
            </Group>
          ))}
        </Alert>
      )}
    </Stack>
  );
}
