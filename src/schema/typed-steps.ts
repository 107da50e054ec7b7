import type { Step } from '../domain/automations/definition/definition.ts';
import { branchesOf } from '../domain/automations/definition/program.ts';
import { STEP_DESCRIPTIONS, STEP_FIELDS } from '../domain/automations/definition/step-fields.ts';
import type { Issue } from '../errors.ts';
import type { Json, JsonObject } from '../validation/json.ts';
import { StepType } from './automation-enums.ts';
import { type Path, sharedFields, typePair } from './type-pairs.ts';
import { onlyOf, typedKinds } from './typed-kinds.ts';

// A list of all steps. In JSON, branches contain their steps; here, each step names its branch. So any number of levels
// is read with one fragment, and no type contains itself.

/** The branch that contains a step. */
interface Within {
  step: string;
  branch: string;
}

const within = typePair(
  'StepBranch',
  [
    {
      name: 'step',
      input: 'String',
      output: 'String',
      required: true,
      description: 'The id of the step with the branch.',
    },
    {
      name: 'branch',
      input: 'String',
      output: 'String',
      required: true,
      description: 'then, else, or the name of a branch of a split.',
    },
  ],
  { description: 'A branch of an earlier step.' },
);

const step = { name: 'step', input: 'String', output: 'String', required: false } as const;

const type = {
  name: 'type',
  input: StepType.type,
  output: StepType.type,
  required: true,
  known: StepType.known,
} as const;

/** What all steps have besides their own settings. */
const SHARED = [
  { ...step, description: 'The id of the step, unique in the automation. Default: a new one.' },
  { ...within, name: 'within', required: false, description: 'The branch that contains the step. Null: none.' },
] as const;

/** A step in a list, which any member of the union is. One fragment reads the ids and places of all steps. */
const PlacedStep = sharedFields(
  'PlacedStep',
  [...SHARED, { ...type, description: 'What the step does.' }],
  'The id, type and place of a step, whatever its type. The settings have the id and place too, for sending them back.',
);

/** The types of one step. */
export const typedStep = typedKinds(
  {
    name: 'AutomationStep',
    description: 'A step of an automation.',
    ending: 'Step',
    placed: PlacedStep,
    more: SHARED,
    shared: sharedFields('AutomationStepSettings', SHARED, 'The id and the place that all steps have.'),
  },
  STEP_FIELDS,
  STEP_DESCRIPTIONS,
);

/** The steps of a definition in one list, each before the steps of its branches. */
export function listSteps(steps: readonly Step[], within?: Within): JsonObject[] {
  return steps.flatMap((step) => {
    // Executors take an object with `then` for a promise.
    const { id, then: _, else: __, ...own } = step as unknown as JsonObject;
    const inner = branchesOf(step).flatMap(({ name, steps }) => listSteps(steps, { step: step.id, branch: name }));
    return [{ ...own, step: id!, ...(within && { within: { ...within } }) }, ...inner];
  });
}

/** A step in the list, and in its branches those that name it. */
interface Node {
  index: number;
  given: object;
  key: string;
  branches: Map<string, Node[]>;
  /** The issue of a step whose branch does not exist. It is among the first steps then. */
  stray?: Issue;
}

/** The JSON of listed steps. A step whose branch does not exist keeps `within`, which the domain refuses. */
export const stepsToJson = (given: readonly object[]): JsonObject[] => treeOf(given).map(nodeToJson);

/** The path in listed steps of a path in their JSON. */
export const pathInSteps = (path: Path, given: readonly object[]): Path => follow(path, treeOf(given));

/** The issues of steps whose branches do not exist, with paths in the list. */
export const strayIssues = (given: readonly object[]): Issue[] => treeOf(given).flatMap(({ stray }) => stray ?? []);

function treeOf(given: readonly object[]): Node[] {
  const roots: Node[] = [];
  const known = new Map<string, Node>();
  for (const [index, part] of given.entries()) {
    const [key, value] = onlyOf(part);
    const { step, within } = value as { step?: string | null; within?: Within | null };
    const node: Node = {
      index,
      given: part,
      key,
      branches: new Map(branchNames(key, value).map((name) => [name, []])),
    };
    const siblings = within ? known.get(within.step)?.branches.get(within.branch) : roots;
    if (!siblings) node.stray = unknownBranch([index, key, 'within'], within!, known.get(within!.step));
    (siblings ?? roots).push(node);
    if (step != null && !known.has(step)) known.set(step, node);
  }
  return roots;
}

function unknownBranch(path: Path, { step }: Within, parent: Node | undefined): Issue {
  if (!parent) return { path: [...path, 'step'], problem: 'must be the id of an earlier step.' };
  const names = [...parent.branches.keys()];
  const problem =
    names.length > 0 ? `must be one of ${names.join(', ')}.` : `must be empty. The step ${step} has no branches.`;
  return { path: [...path, 'branch'], problem };
}

function branchNames(key: string, value: unknown): string[] {
  if (key === 'split') return (value as { branches: { name: string }[] }).branches.map(({ name }) => name);
  return key === 'condition' || key === 'waitFor' ? ['then', 'else'] : [];
}

function nodeToJson({ given, key, branches, stray }: Node): JsonObject {
  const [, value] = onlyOf(given);
  const { step } = value as { step?: string | null };
  const inner = new Map([...branches].map(([name, nodes]) => [name, nodes.map(nodeToJson)]));
  const json = { ...(step != null && { id: step }), ...(stray && { within: null }), ...typedStep.toJson(given) };
  if (key !== 'split') return { ...json, ...Object.fromEntries(inner) };
  const split = (json as unknown as { branches: JsonObject[] }).branches;
  return {
    ...json,
    branches: split.map((branch): Json => ({ ...branch, steps: inner.get(branch.name as string) ?? [] })),
  };
}

/** Follows a path into the branches of the steps. */
function follow([position, ...rest]: Path, nodes: readonly Node[]): Path {
  const node = nodes[Number(position)];
  if (!node) return [];
  const [first, second, third, ...others] = rest;
  const ofBranch = node.branches.get(String(first));
  if (ofBranch && second !== undefined) return follow(rest.slice(1), ofBranch);
  if (first === 'branches' && third === 'steps' && others.length > 0)
    return follow(others, [...node.branches.values()][Number(second)] ?? []);
  const own = first === 'id' ? [node.key, 'step'] : ofBranch ? [node.key] : typedStep.toPath(rest, node.given);
  return [node.index, ...own];
}
