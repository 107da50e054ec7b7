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

/** Conditions that wait to be validated. */
export interface Conditions {
  path: Path;
  given: unknown;
  /** Whether they may be about the event that started the run. */
  triggerEvent: boolean;
  keep(group: Group): void;
}

/** A hostile body must not get an answer larger than itself. */
const MAX_ISSUES = 200;

/** A field holds an empty object also as PHP writes it; a member of a list does not. */
export const asField = (path: Path, given: unknown): unknown =>
  typeof path.at(-1) === 'string' ? objectIfEmpty(given) : given;

/** The reading of a definition: what is wrong with it so far, and what must be looked up before the rest can be judged. */
export class Reading {
  readonly issues: Issue[] = [];
  readonly conditions: Conditions[] = [];
  /** The type of the trigger, once it is known. */
  trigger: Trigger['type'] | undefined;
  /** Texts in Liquid. */
  readonly liquid: { path: Path; source: string }[] = [];
  /** Properties of the trigger's event, in the place of a value. */
  readonly compared: { path: Path; property: string }[] = [];
  /** Addresses of webhooks. */
  readonly urls: { path: Path; url: string }[] = [];
  readonly needs: { [Kind in keyof Needs]: Set<string> } = {
    ...{ templates: new Set(), lists: new Set(), segments: new Set(), campaigns: new Set() },
    ...{ fields: new Set(), tags: new Set(), events: new Set() },
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
   * Reads the keys of an object; `what` it is, and which keys it has `apart` from these. What is null is left out. Undefined when
   * something is wrong with it, which is noted.
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

  /** Reads one value. Undefined when something is wrong with it, which is noted. */
  value<Rule extends z.ZodType>(path: Path, given: unknown, rule: Rule): z.output<Rule> | undefined {
    const read = validate(rule, given);
    if ('value' in read) return read.value;
    for (const issue of read.issues) this.complain([...path, ...issue.path], issue.problem);
    return undefined;
  }

  /** Once this has been looked up, `judge` says what is wrong. */
  later(kind: keyof Needs, name: string, judge: (found: References) => Issue[]): void {
    this.needs[kind].add(name);
    this.#judgements.push(judge);
  }

  /** The same for what is allowed, and shown as a warning. */
  doubt(kind: keyof Needs, name: string, judge: (found: References) => Issue[]): void {
    this.needs[kind].add(name);
    this.#doubts.push(judge);
  }

  /** What is wrong by what was looked up. */
  judge(found: References): Issue[] {
    return this.#judgements.flatMap((judge) => judge(found));
  }

  /** What is allowed, and may not be meant. */
  doubts(found: References): Issue[] {
    return this.#doubts.flatMap((judge) => judge(found));
  }
}
