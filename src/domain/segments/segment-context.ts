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
  /** Rules may be about the event that started a run: `e`, whose column `properties` is null where there is none. */
  triggerEvent?: boolean;
  /** The time, where it is not the database's: an expression. */
  now?: Sql;
}

const NOW = sql`now()`;

/** The time by which rules judge. */
export const nowOf = ({ now = NOW }: Pick<SegmentContext, 'now'>): Sql => now;

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
