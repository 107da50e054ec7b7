import { useMemo } from 'react';
import { Conditions } from '../../../rules/conditions.tsx';
import { readDraft, writeConditions } from '../../../rules/draft.ts';
import { GRAMMAR } from '../../../rules/grammar.ts';
import { errorAt, errorsIn } from '../definition/part-errors.ts';
import { isPart, type Part, textOf } from '../definition/step.ts';
import { useEditing } from '../editor/editing.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';
import { JsonField } from './json-field.tsx';

const ON_PEOPLE = Object.keys(GRAMMAR);
const ON_EVENTS_TOO = [...ON_PEOPLE, 'trigger_event'];

const countRules = (conditions: Part): number => writeConditions(readDraft(conditions)).count;

/** Conditions on a person, as segments have them; with `triggerEvent`, also on the event that started the run. */
export function ConditionField({
  part,
  errors,
  set,
  field,
  triggerEvent,
}: FieldsProps & { field: string; triggerEvent: boolean }) {
  const t = useFieldText();
  const { mayEdit, draft, lists, fields, errors: all } = useEditing();
  const list = lists.find(({ id }) => id === draft.listId);
  const choices = useMemo(
    () => ({ contactFields: { nodes: fields }, segments: { nodes: list?.segments.nodes ?? [] } }),
    [fields, list],
  );
  const group = isPart(part[field]) ? part[field] : { operator: 'and', rules: [] };
  return (
    <Conditions
      label={t('conditions')}
      value={group}
      // An added or removed rule is an undo step of its own.
      onChange={(value) => set(field, value, `${field} ${countRules(value)}`)}
      list={list}
      choices={choices}
      kinds={triggerEvent ? ON_EVENTS_TOO : ON_PEOPLE}
      triggerEvent={draft.trigger.type === 'event' ? textOf(draft.trigger, 'name') : ''}
      mayWrite={mayEdit}
      refused={{ of: all, errors: errorsIn(errors, field) }}
      code={
        <JsonField
          label={t('conditions')}
          value={group}
          onChange={(value) => set(field, value)}
          error={errorAt(errors, field)}
          readOnly={!mayEdit}
        />
      }
    />
  );
}
