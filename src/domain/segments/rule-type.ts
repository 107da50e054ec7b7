import type { Sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Loose } from './conditions.ts';
import { type Condition, type Operators, type Read, readOperator } from './operator.ts';
import type { Needs, SegmentContext } from './segment-context.ts';

/** Turns conditions into a predicate. */
type Compile = (conditions: unknown, context: SegmentContext) => Sql;

/** One kind of rule. Its predicates are over `s`, a row of subscribers. */
export interface RuleType {
  /** Its name in typed interfaces. */
  name: string;
  description: string;
  /** The operators of such a rule. */
  condition: Condition;
  /** Validates a rule. Returns all its issues. */
  read(rule: Loose, context: SegmentContext, compile: Compile): Read | { issues: Issue[] };
  /** Issues that are refused in new rules, valid or not, but accepted in stored ones. */
  misspelt?(rule: Loose): Issue[];
  /** The lookups that the rule, valid or not, needs before it can be validated and compiled. */
  needs?(rule: Loose): Partial<Needs>;
  /** Whether the rule, valid or not, needs the team's time zone. */
  isAboutDays?(rule: Loose): boolean;
}

/** A kind of rule with fixed operators. */
export const ruleType = (
  {
    name,
    condition = name,
    ...rest
  }: { name: string; description: string; condition?: string } & Pick<RuleType, 'needs' | 'isAboutDays' | 'misspelt'>,
  operators: Operators<SegmentContext>,
): RuleType => ({
  ...rest,
  name,
  condition: { name: condition, operators },
  read: (rule, context) => readOperator(operators, rule, context),
});
