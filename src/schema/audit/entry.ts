import { ACTIONS, type Action, nameColumnOf } from '../../domain/audit/actions.ts';
import type { ActedOn } from '../../domain/audit/record-action.ts';

/** The input, or else the arguments, and the result of a mutation, typed in the schema. */
// biome-ignore lint/suspicious/noExplicitAny: each entry knows the types of its mutation
export type Called = { args: any; result: any };

/** How a mutation is recorded in the audit log. */
export interface Entry {
  action: Action;
  /** Programs repeat some actions so often that the log would contain little else. */
  by: 'everybody' | 'members';
  /**
   * The affected object. `result` is absent before the mutation. Default: the object in the answer or the deleted
   * object.
   */
  object?: (called: Called) => ActedOn | undefined;
  /** Whether anything changed. Default: always. */
  changes?: (called: Called) => boolean;
  /**
   * Queries other servers, computes for long or has several transactions. It is recorded before and after instead of
   * within its transaction.
   */
  apart?: boolean;
  /** Its transaction may take as long as work on many rows. */
  long?: boolean;
}

/** Why a mutation is never recorded. */
export interface NoEntry {
  never: string;
}

type Rest = Omit<Entry, 'action' | 'by'>;

/** An action that is recorded for everyone. */
export const always = (action: Action, rest: Rest = {}): Entry => ({ action, by: 'everybody', ...rest });

/** An action that programs repeat all day, recorded for members only. */
export const byMembers = (action: Action, rest: Rest = {}): Entry => ({ action, by: 'members', ...rest });

export const never = (why: string): NoEntry => ({ never: why });

const VERBS: Readonly<Record<string, string>> = { create: 'created', update: 'changed', delete: 'deleted' };

/** The entry of a mutation such as `createList`, if the audit log has its action, such as `list.created`. */
export function usualEntry(mutation: string): Entry | undefined {
  const [, verb = '', type = ''] = /^(create|update|delete)([A-Z]\w*)$/.exec(mutation) ?? [];
  const object = type.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  const action = ACTIONS.find((one) => one === `${object}.${VERBS[verb]}`);
  return action && always(action);
}

/** The object of an action, found through its `entry`. */
export function actedOn({ action, object }: Entry, called: Called): ActedOn {
  const subject = object?.(called);
  if (subject) return subject;
  if (object) return {};
  const row = called.result?.deleted ?? called.result ?? {};
  return named(action, row, called.args.id);
}

/** An object by id, and by name if the team chose the name. */
export function named(action: Action, row: Record<string, unknown>, id?: string): ActedOn {
  const column = nameColumnOf(action);
  return { id: (row.id as string | undefined) ?? id, name: column && (row[column] as string | null | undefined) };
}
