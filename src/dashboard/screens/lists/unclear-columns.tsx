import { NativeSelect, SimpleGrid } from '@mantine/core';
import type { CsvColumn } from './csv-preview.ts';
import type { ImportOptions } from './import-options.ts';
import { useNewImportText } from './new-import-texts.ts';

type Formats = ImportOptions['formats'];

interface Props {
  columns: readonly CsvColumn[];
  formats: Formats;
  onFormats(formats: Formats): void;
}

/** Columns of ambiguous dates or numbers: people choose the format. Until then their values are skipped. */
export function UnclearColumns({ columns, formats, onFormats }: Props) {
  const t = useNewImportText();
  const choose = (name: string, format: Formats[string] | undefined) => {
    const { [name]: _, ...others } = formats;
    onFormats(format ? { ...others, [name]: format } : others);
  };
  const leftOut = { value: '', label: t('skipValues') };
  const partOf = (name: string, part: 'date' | 'decimal'): string => {
    const format: { date?: string; decimal?: string } = formats[name] ?? {};
    return format[part] ?? '';
  };
  const dates = columns.filter(({ name, date_formats }) => date_formats.length > 1 || partOf(name, 'date'));
  const numbers = columns.filter(({ name, decimals }) => decimals.length > 1 || partOf(name, 'decimal'));
  if (dates.length + numbers.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {dates.map(({ name, date_formats }) => (
        <NativeSelect
          key={name}
          label={t('dateFormat', { column: name })}
          value={partOf(name, 'date')}
          data={[leftOut, ...new Set([...date_formats, partOf(name, 'date')])].filter(Boolean)}
          onChange={({ currentTarget: { value } }) => choose(name, value ? { date: value } : undefined)}
        />
      ))}
      {numbers.map(({ name }) => (
        <NativeSelect
          key={name}
          label={t('decimalSeparator', { column: name })}
          value={partOf(name, 'decimal')}
          data={[leftOut, { value: ',', label: t('decimalComma') }, { value: '.', label: t('decimalPoint') }]}
          onChange={({ currentTarget: { value } }) => choose(name, value ? { decimal: value } : undefined)}
        />
      ))}
    </SimpleGrid>
  );
}
