import type { RuleChoicesQuery } from '../../generated/dashboard/rules.ts';
import type { RuleDraft } from './draft.ts';
import { GRAMMAR, isRuleType, OF_ATTRIBUTES, type Operators, type ValueKind } from './grammar.ts';
import { isParts, withoutEmpty } from './json.ts';
import { FIRST_PROPERTY, operatorsOfProperty } from './property.ts';

/** The choices of rules: the team's fields, and the segments if the list has any. */
export type Choices = Pick<RuleChoicesQuery, 'contactFields' | 'segments'>;

/** The operators that a rule can have; none while an attribute has no field. */
export function operatorsOf(rule: RuleDraft, choices: Choices | undefined): Operators {
  const { type, field } = rule;
  if (type === 'trigger_event') return operatorsOfProperty(rule);
  if (type !== 'attribute') return isRuleType(type) ? GRAMMAR[type] : {};
  const known = choices?.contactFields.nodes.find(({ key }) => key === field);
  return known ? OF_ATTRIBUTES[known.type] : {};
}

/** The operand of a rule's operator; undefined for an unknown operator. */
export const kindOf = (rule: RuleDraft, choices: Choices | undefined): ValueKind | undefined =>
  operatorsOf(rule, choices)[rule.operator];

const FIRST: Partial<Record<ValueKind, unknown>> = { days: 30, percent: 10, bounces: {} };

/** A rule with another operator. Its value stays where both ask for the same. */
export function withOperator(rule: RuleDraft, operator: string, choices: Choices | undefined): RuleDraft {
  const { value, ...rest } = rule;
  const [had, wanted] = [kindOf(rule, choices), kindOf({ ...rest, operator }, choices)];
  const kept = wanted === had ? value : isSameMail(had, wanted) ? aboutMail(value) : wanted && FIRST[wanted];
  return { ...rest, operator, ...(kept !== undefined && { value: kept }) };
}

const isSameMail = (one: ValueKind | undefined, other: ValueKind | undefined): boolean =>
  MAIL_KINDS.some((kind) => [kind, `${kind}Opens`].includes(one!) && [kind, `${kind}Opens`].includes(other!));

const MAIL_KINDS = ['campaign', 'template'] as const;

/** The mail of a rule, without the options of opens. */
const aboutMail = (value: unknown): unknown =>
  isParts(value) ? withoutEmpty({ ...value, machine_opens: undefined }) : value;

/** A rule of another kind, with its first operator. */
export function withType(rule: RuleDraft, type: string, choices: Choices | undefined, field?: string): RuleDraft {
  if (type === 'trigger_event') return { key: rule.key, type, ...FIRST_PROPERTY };
  const other: RuleDraft = { key: rule.key, type, operator: '', ...(field !== undefined && { field }) };
  return withOperator(other, Object.keys(operatorsOf(other, choices))[0] ?? '', choices);
}
