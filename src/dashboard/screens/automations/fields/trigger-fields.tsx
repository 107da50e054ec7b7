import { NativeSelect } from '@mantine/core';
import { errorAt } from '../definition/part-errors.ts';
import { textOf } from '../definition/step.ts';
import { useEditing } from '../editor/editing.ts';
import { useFieldText } from '../field-texts.ts';
import { useStepText } from '../step-texts.ts';
import { ContactField, IdField, TagField } from './choices.tsx';
import { DurationField } from './duration-field.tsx';
import { EventFields } from './event-fields.tsx';
import type { FieldsProps } from './field.ts';
import { MailFields } from './mail-fields.tsx';
import { TextField } from './text-field.tsx';
import { YesOrNoField } from './yes-or-no-field.tsx';

const BLANK = {
  event: { name: '' },
  subscribed: {},
  confirmed: {},
  unsubscribed: {},
  tag_added: { tag: '' },
  tag_removed: { tag: '' },
  segment_entered: { segment: '' },
  segment_left: { segment: '' },
  date: { field: '', offset: 'P0D', at: '09:00', every_year: true },
  opened: { template: '' },
  clicked: { template: '' },
  api: {},
} as const;

export const TRIGGER_TYPES = Object.keys(BLANK) as (keyof typeof BLANK)[];

interface Props extends FieldsProps {
  /** Replaces the part. */
  replace(part: object): void;
}

/** The trigger of an automation. */
export function TriggerFields({ replace, ...props }: Props) {
  const t = useFieldText();
  const tStep = useStepText();
  const type = TRIGGER_TYPES.find((one) => one === textOf(props.part, 'type')) ?? 'api';
  return (
    <>
      <NativeSelect
        label={t('type')}
        value={type}
        data={TRIGGER_TYPES.map((value) => ({ value, label: tStep(value) }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = TRIGGER_TYPES.find((one) => one === value) ?? 'api';
          replace({ type: chosen, ...BLANK[chosen] });
        }}
        error={errorAt(props.errors, 'type')}
      />
      <OfType type={type} replace={replace} {...props} />
    </>
  );
}

function OfType({ type, replace, ...props }: Props & { type: keyof typeof BLANK }) {
  const t = useFieldText();
  const { lists, draft } = useEditing();
  const segments = lists
    .filter(({ id }) => draft.listId === null || id === draft.listId)
    .flatMap(({ name: list, segments }) =>
      segments.nodes.map(({ id, name }) => ({ id, name: draft.listId === null ? `${list}: ${name}` : name })),
    );
  switch (type) {
    case 'event':
      return (
        <>
          <EventFields {...props} />
          <DurationField {...props} part={{ max_age: 'P1D', ...props.part }} field="max_age" label={t('maxAge')} />
        </>
      );
    case 'tag_added':
    case 'tag_removed':
      return (
        <>
          <TagField {...props} field="tag" label={t('tag')} />
          <YesOrNoField {...props} field="imports" label={t('includeImports')} />
        </>
      );
    case 'segment_entered':
    case 'segment_left':
      return (
        <>
          <IdField {...props} field="segment" label={t('segment')} of={segments} />
          <YesOrNoField {...props} field="include_existing" label={t('includeExisting')} />
        </>
      );
    case 'date':
      return (
        <>
          <ContactField {...props} field="field" label={t('dateField')} dates />
          <DurationField {...props} part={{ offset: 'P0D', ...props.part }} field="offset" label={t('offset')} />
          <TextField {...props} field="at" type="time" label={t('time')} optional />
          <YesOrNoField {...props} field="every_year" label={t('everyYear')} />
        </>
      );
    case 'opened':
    case 'clicked':
      return <MailFields {...props} replace={replace} withLink={type === 'clicked'} />;
    case 'api':
      return null;
    default:
      return <YesOrNoField {...props} field="imports" label={t('includeImports')} />;
  }
}
