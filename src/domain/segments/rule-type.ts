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
  /** The operators of such a rule. */
  condition: Condition;
  /** Validates a rule. Returns all its issues. */
  read(rule: Loose, context: SegmentContext, compile: Compile): Read | { issues: Issue[] };
  /** What is refused in a rule that is sent, valid or not, and goes on compiling where it is stored. */
  misspelt?(rule: Loose): Issue[];
  /** What must be looked up before the rule, valid or not, can be validated and compiled. */
  needs?(rule: Loose): Partial<Needs>;
  /** Whether the rule, valid or not, must know the team's time zone. */
  isAboutDays?(rule: Loose): boolean;
}

/** A kind of rule whose operators are always the same. */
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
