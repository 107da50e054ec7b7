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
  /** Puts another part in its place. */
  replace(part: object): void;
}

/** The trigger of an automation. */
export function TriggerFields({ replace, ...props }: Props) {
  const say = useFieldText();
  const sayStep = useStepText();
  const type = TRIGGER_TYPES.find((one) => one === textOf(props.part, 'type')) ?? 'api';
  return (
    <>
      <NativeSelect
        label={say('type')}
        value={type}
        data={TRIGGER_TYPES.map((value) => ({ value, label: sayStep(value) }))}
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
  const say = useFieldText();
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
          <DurationField {...props} part={{ max_age: 'P1D', ...props.part }} field="max_age" label={say('maxAge')} />
        </>
      );
    case 'tag_added':
    case 'tag_removed':
      return (
        <>
          <TagField {...props} field="tag" label={say('tag')} />
          <YesOrNoField {...props} field="imports" label={say('imports')} />
        </>
      );
    case 'segment_entered':
    case 'segment_left':
      return (
        <>
          <IdField {...props} field="segment" label={say('segment')} of={segments} />
          <YesOrNoField {...props} field="include_existing" label={say('existing')} />
        </>
      );
    case 'date':
      return (
        <>
          <ContactField {...props} field="field" label={say('dateField')} dates />
          <DurationField {...props} part={{ offset: 'P0D', ...props.part }} field="offset" label={say('offset')} />
          <TextField {...props} field="at" type="time" label={say('time')} optional />
          <YesOrNoField {...props} field="every_year" label={say('everyYear')} />
        </>
      );
    case 'opened':
    case 'clicked':
      return <MailFields {...props} replace={replace} withLink={type === 'clicked'} />;
    case 'api':
      return null;
    default:
      return <YesOrNoField {...props} field="imports" label={say('imports')} />;
  }
}
