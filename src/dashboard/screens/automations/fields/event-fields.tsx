import { EventName } from '../../../rules/values/event-name.tsx';
import { errorAt } from '../definition/part-errors.ts';
import { textOf } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';
import { WhereField } from './where-field.tsx';

/** An event by its name, with property conditions. */
export function EventFields(props: FieldsProps) {
  const t = useFieldText();
  const { part, errors, set } = props;
  return (
    <>
      <EventName
        label={t('event')}
        placeholder="cart.abandoned"
        value={textOf(part, 'name')}
        error={errorAt(errors, 'name')}
        onChange={(name) => set('name', name)}
      />
      <WhereField {...props} />
    </>
  );
}
