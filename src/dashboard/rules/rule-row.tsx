import { Box, Button, Group, NativeSelect, Text } from '@mantine/core';
import { Mark } from '../tables/mark.tsx';
import { useBuilder } from './builder.ts';
import type { RuleDraft } from './draft.ts';
import { kindOf, operatorsOf, withOperator, withType } from './operators-of.ts';
import { useRuleText } from './rule-texts.ts';
import { useRulesText } from './texts.ts';
import { PropertyFields } from './values/property-fields.tsx';
import { RuleValue } from './values/rule-value.tsx';

/** Side by side where there is room for two, and no wider than they need. */
const WORD = { flex: '1 1 7rem', minWidth: 0, maxWidth: 240 };

interface Props {
  rule: RuleDraft;
  number: number;
  /** The currency of the trigger event in sibling rules. */
  currency: string | undefined;
}

/** One rule as a sentence of selects, with the number of people it matches by itself. */
export function RuleRow({ rule, number: position, currency }: Props) {
  const t = useRulesText();
  const word = useRuleText();
  const { kinds, change, choices, counts, problems, outcomes, mayWrite, isFinished, triggerEvent } = useBuilder();
  const { key, type, operator, field } = rule;
  const put = (other: RuleDraft) => change(key, () => other);
  const kind = kindOf(rule, choices);
  const fields = choices?.contactFields.nodes ?? [];
  const operators = Object.keys(operatorsOf(rule, choices));
  const words = (given: readonly string[], prefix: string, now: string) =>
    [...new Set([...(now ? [now] : []), ...given])].map((value) => ({
      value,
      label: word(`${prefix}${value}`),
    }));
  const count = counts.ofRules.get(key);
  const problem = problems.get(key);
  const outcome = outcomes.get(key);
  return (
    <Box role="group" aria-label={t('rule', { number: position })}>
      <Group gap="xs" align="flex-start">
        <NativeSelect
          aria-label={t('type')}
          style={WORD}
          value={type}
          data={[...new Set([...kinds, type])].map((value) => ({ value, label: word(value) }))}
          onChange={(event) => put(withType(rule, event.currentTarget.value, choices))}
        />
        {type === 'attribute' && (
          <NativeSelect
            aria-label={t('field')}
            style={WORD}
            value={field ?? ''}
            data={[
              { value: '', label: t('chooseField') },
              ...fields.map((one) => ({ value: one.key, label: one.label })),
              ...(field && !fields.some((one) => one.key === field) ? [{ value: field, label: field }] : []),
            ]}
            onChange={(event) => put(withType(rule, type, choices, event.currentTarget.value))}
          />
        )}
        {type === 'trigger_event' && (
          <PropertyFields
            row={{ ...rule }}
            event={triggerEvent}
            currency={currency}
            onChange={(row) => put({ key, type, ...row })}
          />
        )}
        {type !== 'trigger_event' && operators.length > 0 && (
          <NativeSelect
            aria-label={t('operator')}
            style={WORD}
            value={operator}
            data={words(operators, type === 'engagement' || type === 'revenue' ? `${type}_` : '', operator)}
            onChange={(event) => put(withOperator(rule, event.currentTarget.value, choices))}
          />
        )}
        {type !== 'trigger_event' && kind && (
          <RuleValue kind={kind} value={rule.value} onChange={(value) => put({ ...rule, value })} />
        )}
        <Group gap="xs" ml="auto" mih={36}>
          {outcome !== undefined && (
            <Mark color={outcome ? 'green' : 'gray'}>{outcome ? t('matches') : t('doesNotMatch')}</Mark>
          )}
          <Text size="sm" c="dimmed">
            {isFinished(rule) ? count !== undefined && t('peopleMatched', { count }) : t('incomplete')}
          </Text>
          {mayWrite && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('removeRule', { number: position })}
              onClick={() => change(key, () => undefined)}
            >
              {t('remove')}
            </Button>
          )}
        </Group>
      </Group>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {problem}
        </Text>
      )}
    </Box>
  );
}
