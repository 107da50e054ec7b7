import type { FieldType } from '../audience/attributes.ts';

/** What rules are judged and compiled against. */
export interface SegmentContext {
  /** Rows of a sub-query are of this team by a constant, so that the planner sees whom it gives only once. */
  teamId: number;
  /** Ids of tags by slug. */
  tags: ReadonlyMap<string, number>;
  fields: ReadonlyMap<string, FieldType>;
  /** Those of the fields whose values have an index. */
  indexed: ReadonlySet<string>;
  /** Ids of campaigns that there are. */
  campaigns: ReadonlySet<string>;
  /** Conditions of the segments that may be named. */
  segments: ReadonlyMap<string, unknown>;
  /** Names of templates that may be named; none where conditions were judged before: a template may go. */
  templates?: ReadonlySet<string>;
  /** The segment that is being saved: nothing that it names may lead back to it. */
  saving?: string;
}

/** What a rule wants looked up; taken from what was sent, so anything may be in it. */
export interface Needs {
  tags: readonly unknown[];
  fields: readonly unknown[];
  campaigns: readonly unknown[];
  segments: readonly unknown[];
  templates: readonly unknown[];
}

/** The same for where null would not do for false, as under a `not`: a predicate that an index answers may be null. */
export const forNegation = (context: SegmentContext): SegmentContext => ({ ...context, indexed: new Set() });
