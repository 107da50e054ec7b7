import type { z } from 'zod';
import type { Issue } from '../../../errors.ts';
import { isBlank, mayBeBlank } from '../../../validation/blank.ts';
import { objectIfEmpty } from '../../../validation/empty-object.ts';
import { unknownKeys } from '../../../validation/known-keys.ts';
import { validate } from '../../../validation/validate.ts';
import { type Group, isObject, type Loose } from '../../segments/conditions.ts';
import type { Trigger } from './definition.ts';
import type { Needs, References } from './references.ts';

export type Path = readonly (string | number)[];

type Shape = Record<string, z.ZodType>;
type Read<Some extends Shape> = {
  [Key in keyof Some as undefined extends z.output<Some[Key]> ? never : Key]: z.output<Some[Key]>;
} & {
  [Key in keyof Some as undefined extends z.output<Some[Key]> ? Key : never]?: NonNullable<z.output<Some[Key]>>;
};

/** Conditions to be validated later. */
export interface Conditions {
  path: Path;
  given: unknown;
  /** Whether they may refer to the event that started the run. */
  triggerEvent: boolean;
  keep(group: Group): void;
}

/** A hostile body must not get an answer larger than itself. */
const MAX_ISSUES = 200;

/** PHP sends an empty object as `[]`. A field accepts that; a member of a list does not. */
export const asField = (path: Path, given: unknown): unknown =>
  typeof path.at(-1) === 'string' ? objectIfEmpty(given) : given;

/**
 * The state while reading a definition: the issues so far, and the references to look up before the rest can be checked.
 */
export class Reading {
  readonly issues: Issue[] = [];
  readonly conditions: Conditions[] = [];
  /** The type of the trigger, once it is known. */
  trigger: Trigger['type'] | undefined;
  /** Liquid texts. */
  readonly liquid: { path: Path; source: string }[] = [];
  /** Properties of the trigger's event that are used as values. */
  readonly compared: { path: Path; property: string }[] = [];
  /** Webhook addresses. */
  readonly urls: { path: Path; url: string }[] = [];
  readonly needs: { [Kind in keyof Needs]: Set<string> } = {
    templates: new Set(),
    lists: new Set(),
    segments: new Set(),
    campaigns: new Set(),
    fields: new Set(),
    tags: new Set(),
    events: new Set(),
  };
  readonly #judgements: ((found: References) => Issue[])[] = [];
  readonly #doubts: ((found: References) => Issue[])[] = [];

  get isFull(): boolean {
    return this.issues.length >= MAX_ISSUES;
  }

  complain(path: Path, problem: string): void {
    if (!this.isFull) this.issues.push({ path, problem });
  }

  /**
   * Reads the keys of an object. `what` names it, `apart` lists keys that are read elsewhere. Null keys are left out.
   * Undefined, with an issue, if it is invalid.
   */
  keys<Some extends Shape>(
    path: Path,
    sent: unknown,
    shape: Some,
    what: string,
    ...apart: string[]
  ): Read<Some> | undefined {
    const given = asField(path, sent);
    if (given === undefined || given === null) return void this.complain(path, 'is required.');
    if (!isObject(given)) return void this.complain(path, 'must be an object.');
    const before = this.issues.length;
    for (const { path: key, problem } of unknownKeys(given, [...apart, ...Object.keys(shape)], what)) {
      this.complain([...path, ...key], problem);
    }
    const read: Loose = {};
    for (const [key, rule] of Object.entries(shape)) {
      const field = Object.hasOwn(given, key) ? given[key] : undefined;
      const value = this.value([...path, key], isBlank(field) && mayBeBlank(rule) ? undefined : field, rule);
      if (value !== undefined && value !== null) read[key] = value;
    }
    return this.issues.length === before ? (read as Read<Some>) : undefined;
  }

  /** Reads one value. Undefined, with an issue, if it is invalid. */
  value<Rule extends z.ZodType>(path: Path, given: unknown, rule: Rule): z.output<Rule> | undefined {
    const read = validate(rule, given);
    if ('value' in read) return read.value;
    for (const issue of read.issues) this.complain([...path, ...issue.path], issue.problem);
    return undefined;
  }

  /** Looks a reference up later; `judge` then returns its issues. */
  later(kind: keyof Needs, name: string, judge: (found: References) => Issue[]): void {
    this.needs[kind].add(name);
    this.#judgements.push(judge);
  }

  /** Like `later`, but `judge` returns warnings, for allowed values. */
  doubt(kind: keyof Needs, name: string, judge: (found: References) => Issue[]): void {
    this.needs[kind].add(name);
    this.#doubts.push(judge);
  }

  /** The issues that the references show. */
  judge(found: References): Issue[] {
    return this.#judgements.flatMap((judge) => judge(found));
  }

  /** The warnings that the references show. */
  doubts(found: References): Issue[] {
    return this.#doubts.flatMap((judge) => judge(found));
  }
}
