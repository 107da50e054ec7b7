import { type Sql, sql } from '../../database/connect.ts';
import type { FieldType } from '../audience/attributes.ts';

/** The data for validating and compiling rules. */
export interface SegmentContext {
  /** Subqueries compare team_id with this constant, so that the planner evaluates them once. */
  teamId: number;
  /** Ids of tags by slug. */
  tags: ReadonlyMap<string, number>;
  fields: ReadonlyMap<string, FieldType>;
  /** The fields whose values have an index. */
  indexed: ReadonlySet<string>;
  /** The fields whose stored values still differ from the shown ones. */
  changing: ReadonlySet<string>;
  /** Ids of existing campaigns. */
  campaigns: ReadonlySet<string>;
  /** Conditions of the segments that a rule may refer to, by id. */
  segments: ReadonlyMap<string, unknown>;
  /** Names of existing templates. Absent for stored conditions, which stay valid when a template is deleted. */
  templates?: ReadonlySet<string>;
  /** The segment that is being saved. No segment that it refers to may refer back to it. */
  saving?: string;
  /** Rules may use the event that started a run: `e`, whose columns are null without an event. */
  triggerEvent?: boolean;
  /**
   * Conditions on events may compare with that event: a row `a` of the run has its `properties`, `value` and `currency`.
   */
  triggerProperty?: boolean;
  /** The time zone of the team's days. Looked up only if a rule depends on days: otherwise UTC. */
  zone: string;
  /** The evaluation time, by this process's estimate of the database's clock: decides which day is today. */
  at: Date;
  /** Rules are evaluated exactly at `at`, which is not the database's time. */
  isElsewhen?: boolean;
}

/** The evaluation time, to the microsecond. */
export const nowOf = ({ at, isElsewhen }: Pick<SegmentContext, 'at' | 'isElsewhen'>): Sql =>
  isElsewhen ? sql`${at}::timestamptz` : sql`now()`;

/** The lookups of a rule. Taken from unvalidated input, so the entries may be anything. */
export interface Needs {
  tags: readonly unknown[];
  fields: readonly unknown[];
  campaigns: readonly unknown[];
  segments: readonly unknown[];
  templates: readonly unknown[];
}

/** The same context for use under a `not`, where null differs from false: predicates for an index may be null. */
export const forNegation = (context: SegmentContext): SegmentContext => ({ ...context, indexed: new Set() });
