import type { Sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Loose } from './conditions.ts';
import { type Condition, type Operators, type Read, readOperator } from './operator.ts';
import type { Needs, SegmentContext } from './segment-context.ts';

/** How conditions become a predicate. */
type Compile = (conditions: unknown, context: SegmentContext) => Sql;

/** One kind of rule. Its predicates are over `s`, a row of subscribers. */
export interface RuleType {
  /** Its name in typed interfaces. */
  name: string;
  description: string;
  /** All that such a rule may ask. */
  condition: Condition;
  /** Reads a rule; issues for all that is wrong with it. */
  read(rule: Loose, context: SegmentContext, compile: Compile): Read | { issues: Issue[] };
  /** What must be looked up before the rule, valid or not, can be validated and compiled. */
  needs?(rule: Loose): Partial<Needs>;
}

/** A kind of rule whose operators are always the same. */
export const ruleType = (
  {
    name,
    condition = name,
    ...rest
  }: { name: string; description: string; condition?: string; needs?: RuleType['needs'] },
  operators: Operators<SegmentContext>,
): RuleType => ({
  ...rest,
  name,
  condition: { name: condition, operators },
  read: (rule, context) => readOperator(operators, rule, context),
});
