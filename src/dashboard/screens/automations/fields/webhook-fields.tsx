import { Switch } from '@mantine/core';
import { errorAt } from '../definition/part-errors.ts';
import { useEditing } from '../editor/editing.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';
import { JsonField } from './json-field.tsx';
import { TextField } from './text-field.tsx';

/** The address of a webhook step, and its body if it differs from the default. */
export function WebhookFields(props: FieldsProps) {
  const t = useFieldText();
  const { mayEdit } = useEditing();
  const { part, errors, set } = props;
  return (
    <>
      <TextField {...props} field="url" type="url" label={t('url')} placeholder="https://shop.example/hooks" />
      <Switch
        label={t('customBody')}
        checked={part.body !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          set('body', checked ? { email: '{{ subscriber.email }}' } : undefined)
        }
      />
      {part.body !== undefined && (
        <JsonField
          label={t('body')}
          value={part.body}
          onChange={(value) => set('body', value)}
          error={errorAt(errors, 'body')}
          readOnly={!mayEdit}
        />
      )}
    </>
  );
}
