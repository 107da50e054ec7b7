import { Button, Stack } from '@mantine/core';
import { isParts, listOf, partsOf, textOf, withoutEmpty } from '../json.ts';
import { currencyIn, FIRST_PROPERTY } from '../property.ts';
import { useRulesText } from '../texts.ts';
import { EventName } from './event-name.tsx';
import { NumberField } from './numbers.tsx';
import { PropertyFields } from './property-fields.tsx';
import type { ValueProps } from './rule-value.tsx';
import { withChanged } from './where-rows.ts';
import { Within } from './within.tsx';

/** Which event, how often, within how many days, and with which properties. */
export function EventValue({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const parts = partsOf(value);
  const where = listOf(parts.where).filter(isParts);
  const put = (part: Record<string, unknown>) => onChange(withoutEmpty({ ...parts, ...part }));
  const putWhere = (rows: readonly unknown[]) => put({ where: rows.length > 0 ? rows : undefined });
  return (
    <>
      <EventName
        aria-label={t('eventName')}
        placeholder={t('eventName')}
        w={180}
        value={textOf(parts.name)}
        onChange={(name) => put({ name })}
      />
      <NumberField
        label={t('minimumCount')}
        named
        whole
        value={parts.at_least}
        onChange={(times) => put({ at_least: times })}
      />
      <Within parts={parts} onChange={onChange} />
      <Button variant="subtle" size="compact-sm" mt={6} onClick={() => putWhere([...where, FIRST_PROPERTY])}>
        {t('addProperty')}
      </Button>
      {where.length > 0 && (
        <Stack gap="xs" w="100%" pl="md">
          {where.map((row, index) => (
            <PropertyFields
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and stay where they are
              key={index}
              row={row}
              event={textOf(parts.name)}
              currency={currencyIn(where)}
              onChange={(other, chosen) => putWhere(withChanged(where, index, other, chosen))}
              onRemove={() => putWhere(where.toSpliced(index, 1))}
            />
          ))}
        </Stack>
      )}
    </>
  );
}
