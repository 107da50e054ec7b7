import { Button, Fieldset, Group, Stack } from '@mantine/core';
import { textOf } from '../../../rules/json.ts';
import { currencyIn, FIRST_PROPERTY } from '../../../rules/property.ts';
import { PropertyFields } from '../../../rules/values/property-fields.tsx';
import { withChanged } from '../../../rules/values/where-rows.ts';
import { errorsIn } from '../definition/part-errors.ts';
import { partsOf } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';

/** Conditions on the properties of an event, which must all hold. */
export function WhereField({ part, errors, set }: FieldsProps) {
  const t = useFieldText();
  const rows = partsOf(part.where);
  const change = (rows: readonly object[]) => set('where', rows.length > 0 ? rows : undefined);
  return (
    <Fieldset legend={t('propertyConditions')} variant="unstyled">
      <Stack gap="xs">
        {rows.map((row, index) => (
          <PropertyFields
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids, and hold nothing of their own
            key={index}
            row={row}
            error={Object.values(errorsIn(errors, `where.${index}`))[0]}
            event={textOf(part.name)}
            currency={currencyIn(rows)}
            onChange={(changed, chosen) => change(withChanged(rows, index, changed, chosen))}
            onRemove={() => change(rows.toSpliced(index, 1))}
          />
        ))}
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => change([...rows, FIRST_PROPERTY])}>
            {t('addProperty')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
