import { Button, Group, NativeSelect } from '@mantine/core';
import { EventPropertyChoicesDocument } from '../../../generated/dashboard/rules.ts';
import { useRead } from '../../client/use-read.ts';
import type { PropertyType } from '../grammar.ts';
import {
  compared,
  isOwn,
  type KnownProperty,
  named,
  operatorsOfProperty,
  type Property,
  propertyOf,
  typeOf,
} from '../property.ts';
import { useRuleText, type Word } from '../rule-texts.ts';
import { useRulesText } from '../texts.ts';
import { PropertyName } from './property-name.tsx';
import { PropertyValue } from './property-value.tsx';

const TYPES = ['text', 'number', 'boolean'] as const satisfies readonly PropertyType[];

interface Props {
  row: object;
  /** The name of the event, whose recorded properties are offered. Empty: it is not known. */
  event: string;
  /** What conditions beside this one say of the currency. */
  currency?: string | undefined;
  /** `chosen`: it is now about this recorded property. */
  onChange(row: Property, chosen?: KnownProperty): void;
  onRemove?: () => void;
  /** What is wrong with its name. */
  error?: string | undefined;
}

/** A condition on a property of an event. */
export function PropertyFields({ row, event, currency, onChange, onRemove, error }: Props) {
  const say = useRulesText();
  const word = useRuleText();
  const now = propertyOf({ ...row });
  const type = typeOf(now);
  const operators = operatorsOfProperty(now);
  const kind = operators[now.operator];
  const read = useRead(EventPropertyChoicesDocument, { name: event.trim() }, { pause: event.trim() === '' });
  const known = read.data?.eventProperties ?? [];
  const recorded = known.find(({ property }) => property === 'value')?.currency ?? undefined;
  const rename = (property: string) => {
    const found = known.find((one) => one.property === property);
    if (property !== now.property) onChange(named(now, property, found), found);
  };
  return (
    <Group gap="xs" align="flex-start">
      <PropertyName value={now.property} known={known} error={error} onChange={rename} />
      {!isOwn(now.property) && (
        <NativeSelect
          aria-label={say('propertyType')}
          value={type}
          data={TYPES.map((value) => ({ value, label: say(`type_${value}`) }))}
          onChange={(event) => {
            const as = TYPES.find((one) => one === event.currentTarget.value) ?? 'text';
            onChange(compared(now, as === 'boolean' ? 'is_true' : 'equals', as));
          }}
        />
      )}
      <NativeSelect
        aria-label={say('operator')}
        value={now.operator}
        data={[...new Set([...Object.keys(operators), now.operator])].map((value) => ({
          value,
          label: word(value as Word),
        }))}
        onChange={(event) => onChange(compared(now, event.currentTarget.value, type))}
      />
      {kind && (
        <PropertyValue
          kind={kind}
          value={now.value}
          currency={currency ?? recorded}
          onChange={(value) => onChange({ ...now, value: value ?? null })}
        />
      )}
      {onRemove && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={onRemove}>
          {say('remove')}
        </Button>
      )}
    </Group>
  );
}
