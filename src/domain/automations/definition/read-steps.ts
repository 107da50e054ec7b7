import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toBase32 } from '../../../crypto/base32.ts';
import { listOf, otherwise } from '../../../validation/text.ts';
import { rulesOf } from './declared.ts';
import type { Branch, Step } from './definition.ts';
import { branchesOf } from './program.ts';
import { readType } from './read-parts.ts';
import { READ_STEP, STEP_TYPES } from './read-step.ts';
import type { Path, Reading } from './reading.ts';
import { BRANCH_FIELDS, LEAST_BRANCHES, MOST_BRANCHES } from './split-fields.ts';

export const MAX_STEPS = 200;
/** Top-level steps are level one. */
export const DEEPEST = 10;

const branch = rulesOf(BRANCH_FIELDS);
const branches = listOf(z.unknown(), LEAST_BRANCHES, MOST_BRANCHES);

/** Reads the steps of a definition, including nested ones. Gives an id to each step without one. */
export function readSteps(reading: Reading, given: unknown): Step[] {
  let count = 0;
  const ids = new Set<string>();

  const readList = (path: Path, given: unknown, level: number, min = 0): Step[] => {
    const list = reading.value(path, given, listOf(z.unknown(), min, Number.MAX_SAFE_INTEGER)) ?? [];
    if (level > DEEPEST && list.length > 0) {
      reading.complain(path, `must not be nested deeper than ${DEEPEST} levels.`);
      return [];
    }
    const read: (Step | undefined)[] = [];
    for (const [index, step] of list.entries()) {
      count += 1;
      if (count > MAX_STEPS || reading.isFull) break;
      read.push(readStep([...path, index], step, level));
    }
    return read.filter((step) => step !== undefined);
  };

  const readStep = (path: Path, given: unknown, level: number): Step | undefined => {
    const type = readType(reading, path, given, STEP_TYPES);
    if (type === undefined) return undefined;
    const { id, ...sent } = given as Record<string, unknown>;
    const inner = (key: string, steps: unknown) => readList([...path, key], steps ?? [], level + 1);
    const split = (given: unknown) => readBranches([...path, 'branches'], given, level);
    const read = READ_STEP[type](reading, path, sent, { inner, split });
    const own = readId([...path, 'id'], id);
    // The object itself, not a copy: an attribute's value is set on it later, once its field is known.
    return read && own !== undefined ? (Object.assign(read, { id: own }) as Step) : undefined;
  };

  const readId = (path: Path, given: unknown): string | undefined => {
    if (given === undefined || given === null) return '';
    const id = reading.value(path, given, stepId());
    if (id === undefined) return undefined;
    if (ids.has(id)) return void reading.complain(path, 'is already the id of another step.');
    ids.add(id);
    return id;
  };

  const readBranches = (path: Path, given: unknown, level: number): Branch[] => {
    const list = reading.value(path, given, branches) ?? [];
    const read = list.map((one, index) => {
      const fields = reading.keys([...path, index], one, branch, 'a branch');
      const steps = (one as { steps?: unknown } | null)?.steps;
      const inner = readList([...path, index, 'steps'], steps ?? [], level + 1);
      return fields && { name: fields.name, percent: fields.percent, steps: inner };
    });
    const known = read.filter((one) => one !== undefined);
    if (known.length > 0 && known.length === list.length) judgeBranches(reading, path, known);
    return known;
  };

  const steps = readList(['steps'], given, 1, 1);
  if (count > MAX_STEPS) reading.complain(['steps'], `must not have more than ${MAX_STEPS} steps.`);
  giveIds(steps, ids);
  return steps;
}

/** Branch names must be unique, and the shares must add up to 100 %. */
function judgeBranches(reading: Reading, path: Path, branches: readonly Branch[]): void {
  const sum = branches.reduce((sum, { percent }) => sum + percent, 0);
  if (sum !== 100) reading.complain(path, `must have percentages that add up to 100. They add up to ${sum}.`);
  for (const [index, { name }] of branches.entries()) {
    const first = branches.findIndex((other) => other.name === name);
    if (first < index) reading.complain([...path, index, 'name'], 'is already the name of another branch.');
  }
}

/** Last of all: a new id must not equal one sent further down. */
function giveIds(steps: readonly Step[], ids: Set<string>): void {
  for (const step of steps) {
    if (step.id === '') {
      step.id = newStepId(ids);
      ids.add(step.id);
    }
    for (const { steps: inner } of branchesOf(step)) giveIds(inner, ids);
  }
}

const ID_FORM = /^[A-Za-z0-9_-]{1,64}$/;
const ID_PROBLEM = 'must be 1 to 64 letters, digits, - and _.';
const ID_BYTES = 5;

/** The id of a step. The author may set it. */
const stepId = () => z.string({ error: otherwise(ID_PROBLEM) }).regex(ID_FORM, ID_PROBLEM);

/** An unused id. It is random so that no later version gives it to another step, to which runs would then move. */
function newStepId(taken: ReadonlySet<string>): string {
  const id = toBase32(randomBytes(ID_BYTES));
  return taken.has(id) ? newStepId(taken) : id;
}
