import { type Sql, sql } from '../../database/connect.ts';
import type { FieldType } from '../audience/attributes.ts';

/** What rules are validated and compiled against. */
export interface SegmentContext {
  /** Sub-queries compare team_id with this constant, so that the planner evaluates them once. */
  teamId: number;
  /** Ids of tags by slug. */
  tags: ReadonlyMap<string, number>;
  fields: ReadonlyMap<string, FieldType>;
  /** The fields whose values have an index. */
  indexed: ReadonlySet<string>;
  /** The fields of which stored values are not yet what they are shown as. */
  changing: ReadonlySet<string>;
  /** Ids of the campaigns that exist. */
  campaigns: ReadonlySet<string>;
  /** Conditions of the segments that a rule may refer to, by id. */
  segments: ReadonlyMap<string, unknown>;
  /** Names of the templates that exist. Absent for stored conditions, which stay valid when a template is deleted. */
  templates?: ReadonlySet<string>;
  /** The segment that is being saved. No segment that it refers to may refer back to it. */
  saving?: string;
  /** Rules may be about the event that started a run: `e`, whose columns are null where there is none. */
  triggerEvent?: boolean;
  /** Conditions on events may compare with that event: a row `a` of the run has its `properties`, `value` and `currency`. */
  triggerProperty?: boolean;
  /** The time zone of the team's days. Looked up only where a rule is about days: otherwise UTC. */
  zone: string;
  /** The time at which rules judge, by the database's clock as far as this process knows it: decides which day is today. */
  at: Date;
  /** Rules judge exactly at `at`, which is not the database's time. */
  isElsewhen?: boolean;
}

/** The time by which rules judge, to the microsecond. */
export const nowOf = ({ at, isElsewhen }: Pick<SegmentContext, 'at' | 'isElsewhen'>): Sql =>
  isElsewhen ? sql`${at}::timestamptz` : sql`now()`;

/** What a rule needs looked up. Taken from unvalidated input, so the entries may be anything. */
export interface Needs {
  tags: readonly unknown[];
  fields: readonly unknown[];
  campaigns: readonly unknown[];
  segments: readonly unknown[];
  templates: readonly unknown[];
}

/** The same context for use under a `not`, where null is not as good as false: predicates for an index may be null. */
export const forNegation = (context: SegmentContext): SegmentContext => ({ ...context, indexed: new Set() });
