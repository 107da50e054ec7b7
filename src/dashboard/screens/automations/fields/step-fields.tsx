import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { StepType } from '../definition/step.ts';
import { useEditing } from '../editor/editing.ts';
import { useFieldText } from '../field-texts.ts';
import { AttributeFields } from './attribute-fields.tsx';
import { IdField, TagsField } from './choices.tsx';
import { ConditionField } from './condition-field.tsx';
import type { FieldsProps } from './field.ts';
import { SendFields } from './send-fields.tsx';
import { SplitFields } from './split-fields.tsx';
import { WaitFields, WaitForFields } from './wait-fields.tsx';
import { WebhookFields } from './webhook-fields.tsx';

interface Props extends FieldsProps {
  type: StepType;
  /** Replaces the part. */
  replace(part: object): void;
}

/** The fields of a step, by its type. */
export function StepFields({ type, replace, ...props }: Props): ReactElement {
  const t = useFieldText();
  const { lists } = useEditing();
  switch (type) {
    case 'send':
      return <SendFields {...props} />;
    case 'wait':
      return <WaitFields {...props} replace={replace} />;
    case 'wait_for':
      return <WaitForFields {...props} />;
    case 'condition':
      return <ConditionField {...props} field="if" triggerEvent />;
    case 'split':
      return <SplitFields {...props} />;
    case 'add_tags':
    case 'remove_tags':
      return <TagsField {...props} field="tags" label={t('tags')} />;
    case 'set_attribute':
      return <AttributeFields {...props} />;
    case 'subscribe':
    case 'unsubscribe':
      return <IdField {...props} field="list" label={t('list')} of={lists} />;
    case 'webhook':
      return <WebhookFields {...props} />;
    case 'exit':
      return <Text size="sm">{t('noSettings')}</Text>;
  }
}
