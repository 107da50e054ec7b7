import { NativeSelect, TextInput } from '@mantine/core';
import { useListChoices } from '../../../editing/list-choices.ts';
import { withValue } from '../definition/step.ts';
import { useEditorText } from '../editor-texts.ts';
import { TriggerFields } from '../fields/trigger-fields.tsx';
import { useEditing } from './editing.ts';

/** The automation's name, list and trigger. */
export function TriggerPanel() {
  const t = useEditorText();
  const { draft, errors, lists, isDraft, change } = useEditing();
  const choices = useListChoices(lists);
  const others = errors.get('') ?? {};
  return (
    <>
      <TextInput
        label={t('name')}
        value={draft.name}
        onChange={({ currentTarget: { value } }) => change({ ...draft, name: value }, 'name')}
        error={others.name}
      />
      <NativeSelect
        label={t('mailingList')}
        description={isDraft ? undefined : t('listFixed')}
        disabled={!isDraft}
        value={draft.listId ?? ''}
        data={[{ value: '', label: t('anyList') }, ...choices]}
        onChange={({ currentTarget: { value } }) => change({ ...draft, listId: value || null })}
        error={others.listId}
      />
      <TriggerFields
        part={draft.trigger}
        errors={errors.get('trigger') ?? {}}
        set={(field, value) =>
          change({ ...draft, trigger: withValue(draft.trigger, field, value) }, `trigger.${field}`)
        }
        replace={(part) => change({ ...draft, trigger: { ...part } })}
      />
    </>
  );
}
