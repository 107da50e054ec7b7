import { List, Stack, Table, Text } from '@mantine/core';
import { useFormat } from '../../texts/use-format.ts';
import type { CsvPreview } from './csv-preview.ts';
import { askedOf, keyOf } from './csv-preview.ts';
import { useNewImportText } from './new-import-texts.ts';
import classes from './preview-rows.module.css';

/** The first rows of a file, and the effect of importing the first thousand. */
export function PreviewRows({ preview }: { preview: CsvPreview }) {
  const t = useNewImportText();
  const { number } = useFormat();
  const { columns, rows, sample, warnings, problems } = preview;
  const outcome =
    sample.subscribed === null
      ? t(askedOf(preview).size > 0 ? 'undecidedColumns' : 'noEmailColumn', {
          columns: [...askedOf(preview)].join(', '),
        })
      : t(sample.is_complete ? 'outcome' : 'outcomeOfFirstRows', {
          count: sample.subscribed,
          rows: number(sample.rows),
          subscribed: number(sample.subscribed),
          unsubscribed: number(sample.unsubscribed ?? 0),
          skipped: number(sample.skipped ?? 0),
        });
  return (
    <Stack>
      <Text fw={600} c={problems.length > 0 ? 'var(--mantine-color-error)' : undefined}>
        {outcome}
      </Text>
      <Text size="sm">
        {t(sample.is_complete ? 'failedRows' : 'failedFirstRows', {
          rows: number(sample.rows),
          failed: number(sample.failed - (sample.skipped ?? 0)),
        })}{' '}
        {sample.updated ? t('updatedPeople', { updated: number(sample.updated) }) : ''}{' '}
        {sample.skipped_values > 0 && t('skippedValues', { values: number(sample.skipped_values) })}{' '}
        {sample.confirmations > 0 && t('confirmationMails', { mails: number(sample.confirmations) })}
      </Text>
      {warnings.length > 0 && (
        <List size="sm" c="dimmed">
          {warnings.map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys */}
      <section className={classes.scroll} aria-label={t('rowsAsTable')} tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="end">{t('row')}</Table.Th>
              {columns.map(({ name }, index) => (
                <Table.Th key={keyOf(columns, index)}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ row, cells, message, skipped }) => (
              <Table.Tr key={row} className={message ? classes.failing : ''}>
                <Table.Td ta="end">{number(row)}</Table.Td>
                {columns.map((_, index) => (
                  <Table.Td key={keyOf(columns, index)}>
                    {cells[index]}
                    {index === 0 && message && (
                      <Text size="xs" c="var(--mantine-color-error)">
                        {message}
                      </Text>
                    )}
                    {index === 0 &&
                      skipped.map(({ column, message }) => (
                        <Text size="xs" c="dimmed" key={column}>
                          {t('skippedInColumn', { column, message })}
                        </Text>
                      ))}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Stack>
  );
}
