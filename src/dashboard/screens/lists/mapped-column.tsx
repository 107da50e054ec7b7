import { useDroppable } from '@dnd-kit/core';
import { Button, NativeSelect, Table, Text } from '@mantine/core';
import type { CsvColumn } from './csv-preview.ts';
import { newTarget, type Target } from './import-fields.ts';
import classes from './mapping.module.css';
import { useNewImportText } from './new-import-texts.ts';

/** The value of a select in which nothing is chosen yet. */
const UNDECIDED = '?';

interface Props {
  /** The column's key in the mapping. */
  id: string;
  column: CsvColumn;
  /** Null: the column is ignored. Undefined: it may show unsubscribes, and is undecided. */
  field: string | null | undefined;
  own: Target[];
  contact: Target[];
  error: string | undefined;
  onField(field: string | null): void;
}

/** A column of the file with sample values, and its field. */
export function MappedColumn({ id, column, field, own, contact, error, onField }: Props) {
  const t = useNewImportText();
  const { setNodeRef, isOver } = useDroppable({ id });
  const known = [...own, ...contact].some((target) => target.field === field);
  const made = [newTarget(column), known ? undefined : field].filter(
    (one, index, all): one is string =>
      typeof one === 'string' && all.indexOf(one) === index && !contact.some((target) => target.field === one),
  );
  const options = (targets: Target[]) => targets.map(({ field, label }) => ({ value: field, label }));
  return (
    <Table.Tr ref={setNodeRef} className={isOver ? classes.over : ''}>
      <Table.Td>
        <Text size="sm" fw={600}>
          {column.name}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {column.samples.join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={t('fieldForColumn', { column: column.name })}
          value={field === undefined ? UNDECIDED : (field ?? '')}
          error={error ?? (field === undefined && t('mayShowConsent'))}
          data={[
            ...(field === undefined ? [{ value: UNDECIDED, label: t('chooseField') }] : []),
            { value: '', label: t('ignored') },
            { group: t('standardFields'), items: options(own) },
            ...(contact.length > 0 ? [{ group: t('contactFields'), items: options(contact) }] : []),
            {
              group: t('newContactField'),
              items: made.map((value) => ({ value, label: value.replace('attributes.', '') })),
            },
          ]}
          onChange={({ currentTarget: { value } }) => value !== UNDECIDED && onField(value || null)}
        />
        {field === undefined && (
          <Button size="compact-sm" variant="default" mt={6} onClick={() => onField(null)}>
            {t('ignoreIt')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
