import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';
import { TextField } from './text-field.tsx';
import { WhereField } from './where-field.tsx';

/** An event by its name, and what its properties must be. */
export function EventFields(props: FieldsProps) {
  const say = useFieldText();
  return (
    <>
      <TextField {...props} field="name" label={say('event')} placeholder="cart.abandoned" />
      <WhereField {...props} />
    </>
  );
}
