import type { Sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Loose } from './conditions.ts';
import type { Operators } from './operator.ts';
import type { Needs, SegmentContext } from './segment-context.ts';

/** How conditions become a predicate. */
type Compile = (conditions: unknown, context: SegmentContext) => Sql;

/** One kind of rule. Its predicates speak of `s`, a row of subscribers. */
export interface RuleType {
  /** The operators that the rule may have; issues when what they depend on is wrong. */
  operatorsOf(rule: Loose, context: SegmentContext, compile: Compile): Operators | { issues: Issue[] };
  /** Whether it asks about a contact field, named by its `field`. */
  takesField?: true;
  /** What must be looked up before the rule, valid or not, can be judged and compiled. */
  needs?(rule: Loose): Partial<Needs>;
}

/** A kind of rule whose operators depend on nothing else in it. */
export const ruleType = (operators: Operators): RuleType => ({ operatorsOf: () => operators });
