import { type Action, NAMES, objectTypeOf } from '../../domain/audit/actions.ts';
import type { ActedOn } from '../../domain/audit/record-action.ts';

/** Arguments and result of a mutation, as its types in the schema have them. */
// biome-ignore lint/suspicious/noExplicitAny: each entry knows the mutation that it stands for
export type Called = { args: any; result: any };

/** How a mutation is recorded in the audit log. */
export interface Entry {
  action: Action;
  /** By whom: programs do some things so often that the log would hold little else. */
  by: 'everybody' | 'members';
  /**
   * What it was done to. `result` is absent before it is done. Default: the row that the mutation answers with or has deleted.
   */
  object?: (called: Called) => ActedOn | undefined;
  /** Whether it changed anything. Default: always. */
  changes?: (called: Called) => boolean;
  /**
   * It asks other servers, computes for long or has several transactions, so that it is recorded before and after it rather than
   * within its transaction.
   */
  apart?: boolean;
  /** Its transaction may take as long as work on very many rows does. */
  long?: boolean;
}

/** Why a mutation is never recorded. */
export interface NoEntry {
  never: string;
}

type Rest = Omit<Entry, 'action' | 'by'>;

/** What everybody is recorded to have done. */
export const always = (action: Action, rest: Rest = {}): Entry => ({ action, by: 'everybody', ...rest });

/** What programs do all day, and people seldom: recorded of members alone. */
export const byMembers = (action: Action, rest: Rest = {}): Entry => ({ action, by: 'members', ...rest });

export const never = (why: string): NoEntry => ({ never: why });

/** What an action was done to, of which `entry` says how to find it. */
export function actedOn({ action, object }: Entry, called: Called): ActedOn {
  const said = object?.(called);
  if (said) return said;
  if (object) return {};
  const row = called.result?.deleted ?? called.result ?? {};
  return named(action, row, called.args.id);
}

/** A row by its id, and by its name where that is the team's own word. */
export function named(action: Action, row: Record<string, unknown>, id?: string): ActedOn {
  const column = NAMES[objectTypeOf(action)];
  return { id: (row.id as string | undefined) ?? id, name: column && (row[column] as string | null | undefined) };
}
