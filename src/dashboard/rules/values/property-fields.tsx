import { Button, Group, NativeSelect } from '@mantine/core';
import { EventPropertyChoicesDocument } from '../../../generated/dashboard/rules.ts';
import { useRead } from '../../client/use-read.ts';
import type { PropertyType, ValueKind } from '../grammar.ts';
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
import { useRuleText } from '../rule-texts.ts';
import { useRulesText } from '../texts.ts';
import {
  COMPARED_TO_TRIGGER,
  triggerProperty,
  triggerPropertyOf,
  useTriggerProperties,
} from '../trigger-properties.ts';
import { Amount, AmountList, type AmountProps, AmountRange, CurrencyCodes, NumberList } from './amounts.tsx';
import { NumberRange, OneNumber } from './numbers.tsx';
import { PropertyName } from './property-name.tsx';
import { Currency } from './revenue.tsx';
import { OneText, Texts } from './texts.tsx';

const TYPES = ['text', 'number', 'boolean'] as const satisfies readonly PropertyType[];

interface Props {
  row: object;
  /** The name of the event, whose recorded properties are offered. Empty: it is not known. */
  event: string;
  /** The currency in sibling conditions. */
  currency?: string | undefined;
  /** `chosen`: it is now about this recorded property. */
  onChange(row: Property, chosen?: KnownProperty): void;
  onRemove?: () => void;
  /** The error of its name. */
  error?: string | undefined;
}

/** A condition on a property of an event. */
export function PropertyFields({ row, event, currency, onChange, onRemove, error }: Props) {
  const t = useRulesText();
  const word = useRuleText();
  const now = propertyOf({ ...row });
  const type = typeOf(now);
  const operators = operatorsOfProperty(now);
  const kind = operators[now.operator];
  const read = useRead(EventPropertyChoicesDocument, { name: event.trim() }, { pause: event.trim() === '' });
  const known = read.data?.eventProperties ?? [];
  const recorded = known.find(({ property }) => property === 'value')?.currency ?? undefined;
  const trigger = useTriggerProperties();
  const comparedTo = triggerPropertyOf(now.value);
  const suitable = now.property === 'value' ? 'number' : 'text';
  const ofTrigger = useRead(
    EventPropertyChoicesDocument,
    { name: trigger ?? '' },
    { pause: comparedTo === undefined || !trigger },
  );
  const rename = (property: string) => {
    const found = known.find((one) => one.property === property);
    if (comparedTo !== undefined) onChange({ ...now, property });
    else if (property !== now.property) onChange(named(now, property, found), found);
  };
  return (
    <Group gap="xs" align="flex-start">
      <PropertyName value={now.property} known={known} error={error} onChange={rename} />
      {(!isOwn(now.property) || comparedTo !== undefined || trigger !== undefined) && (
        <NativeSelect
          aria-label={t('propertyType')}
          value={comparedTo === undefined ? type : 'trigger'}
          data={[
            ...(isOwn(now.property) ? [comparedTo === undefined ? type : suitable] : TYPES),
            ...(comparedTo !== undefined || trigger !== undefined ? (['trigger'] as const) : []),
          ].map((value) => ({ value, label: t(`type_${value}`) }))}
          onChange={(event) => {
            if (event.currentTarget.value === 'trigger') {
              onChange({ ...now, operator: 'equals', value: triggerProperty(now.property) });
              return;
            }
            const as = TYPES.find((one) => one === event.currentTarget.value) ?? 'text';
            onChange(
              compared({ ...now, value: as === 'number' ? null : '' }, as === 'boolean' ? 'is_true' : 'equals', as),
            );
          }}
        />
      )}
      <NativeSelect
        aria-label={t('operator')}
        value={now.operator}
        data={[
          ...new Set([...(comparedTo === undefined ? Object.keys(operators) : COMPARED_TO_TRIGGER), now.operator]),
        ].map((value) => ({
          value,
          label: word(value),
        }))}
        onChange={({ currentTarget: { value: operator } }) =>
          onChange(comparedTo === undefined ? compared(now, operator, type) : { ...now, operator })
        }
      />
      {comparedTo !== undefined && (
        <PropertyName
          label={t('triggerProperty')}
          value={comparedTo}
          known={ofTrigger.data?.eventProperties ?? []}
          error={undefined}
          onChange={(property) => onChange({ ...now, value: triggerProperty(property) })}
        />
      )}
      {comparedTo === undefined && kind && (
        <PropertyValue
          kind={kind}
          value={now.value}
          currency={currency ?? recorded}
          onChange={(value) => onChange({ ...now, value: value ?? null })}
        />
      )}
      {onRemove && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={onRemove}>
          {t('remove')}
        </Button>
      )}
    </Group>
  );
}

const EDITORS: Partial<Record<ValueKind, (props: AmountProps) => React.ReactNode>> = {
  text: OneText,
  texts: Texts,
  number: OneNumber,
  numbers: NumberRange,
  numberList: NumberList,
  amount: Amount,
  amounts: AmountRange,
  amountList: AmountList,
  currency: Currency,
  currencies: CurrencyCodes,
};

/** The operand editor of an event condition. */
function PropertyValue({ kind, ...props }: AmountProps & { kind: ValueKind }) {
  const Editor = EDITORS[kind];
  return Editor ? <Editor {...props} /> : null;
}
