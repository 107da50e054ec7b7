import type { Definition } from '../domain/automations/definition/definition.ts';
import { ENTRY_FIELDS, EXIT_DESCRIPTIONS, EXIT_FIELDS } from '../domain/automations/definition/rule-fields.ts';
import { WINDOW_FORM } from '../domain/automations/definition/shared-fields.ts';
import { TRIGGER_DESCRIPTIONS, TRIGGER_FIELDS } from '../domain/automations/definition/trigger-fields.ts';
import type { Json } from '../validation/json.ts';
import { builder } from './builder.ts';
import type { Path, Typed } from './type-pairs.ts';
import { eitherForm } from './typed-input.ts';
import { typedKinds, typedPart } from './typed-kinds.ts';
import { listSteps, pathInSteps, stepsToJson, strayIssues, typedStep } from './typed-steps.ts';

/** The types of the parts are made at run time, so the compiler does not know their values. */
const ofPart = (value: unknown) => value as never;

const trigger = typedKinds(
  { name: 'AutomationTrigger', description: 'The event that starts a run.', ending: 'Trigger' },
  TRIGGER_FIELDS,
  TRIGGER_DESCRIPTIONS,
);
const exit = typedKinds(
  { name: 'AutomationExit', description: 'An event or conditions that end a run at any step.', ending: 'Exit' },
  EXIT_FIELDS,
  EXIT_DESCRIPTIONS,
);
const entry = typedPart({
  is: 'record',
  name: 'AutomationEntry',
  isNamed: true,
  fields: ENTRY_FIELDS,
  description: 'The entry rules. By default, anyone can enter, but only once at a time.',
});
const sendWindow = typedPart(WINDOW_FORM);

const PARTS = { trigger, entry, exits: listOf(exit), steps: listedSteps(), sendWindow };

function listOf({ input, output, toJson, toPath }: Typed): Typed {
  return {
    input: [input] as Typed['input'],
    output: [output] as Typed['output'],
    toJson: (given) => (given as unknown[]).map(toJson),
    fromJson: (json) => json,
    toPath: ([index, ...rest], given) =>
      index === undefined ? [] : [index, ...toPath(rest, (given as unknown[])[Number(index)])],
  };
}

function listedSteps(): Typed {
  return {
    ...listOf(typedStep),
    toJson: (given) => stepsToJson(given as object[]),
    fromJson: (json) => listSteps(ofPart(json)) as Json,
    toPath: (path, given) => pathInSteps(path, given as object[]),
  };
}

const DESCRIPTIONS: Readonly<Record<keyof typeof PARTS, string>> = {
  trigger: 'The event that starts a run.',
  entry: 'Who can enter, and how often.',
  exits: 'Events and conditions that end a run at any step. At most 20.',
  steps: 'All steps, each before the steps of its branches. At most 200.',
  sendWindow: "The hours in which e-mails are sent, in each person's time zone. Null: any time.",
};

const inputOf = (name: string, description: string, ...required: string[]) =>
  builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(PARTS).map(([key, { input }]) => [
          key,
          t.field({
            type: input,
            required: required.includes(key),
            description: DESCRIPTIONS[key as keyof typeof PARTS],
          }),
        ]),
      ),
  });

export const AutomationDefinitionInput = inputOf(
  'AutomationDefinitionInput',
  'The definition of an automation, with a type for each trigger, exit and step.',
  'trigger',
  'steps',
);

export const AutomationDefinitionChangesInput = inputOf(
  'AutomationDefinitionChangesInput',
  'Changes of a definition. Absent parts keep their values; null resets them. Each part is replaced as a whole.',
);

/** The description of each field with the typed form. */
export const DEFINITION =
  'The definition, with a type for each trigger, exit and step. Prefer it to the JSON of the other fields: your tools check it. The JSON stays, for programs that exchange it with REST.';

export const AutomationDefinition = builder.objectRef<Definition>('AutomationDefinition').implement({
  description: 'The definition of an automation, with a type for each trigger, exit and step.',
  fields: (t) => ({
    trigger: t.field({
      type: trigger.output,
      description: DESCRIPTIONS.trigger,
      resolve: ({ trigger }) => ofPart(trigger),
    }),
    entry: t.field({
      type: entry.output,
      description: DESCRIPTIONS.entry,
      resolve: (definition) => ofPart(entry.fromJson(ofPart(definition.entry))),
    }),
    exits: t.field({
      type: PARTS.exits.output,
      description: DESCRIPTIONS.exits,
      resolve: ({ exits }) => ofPart(exits),
    }),
    steps: t.field({
      type: PARTS.steps.output,
      description: DESCRIPTIONS.steps,
      resolve: ({ steps }) => ofPart(listSteps(steps)),
    }),
    sendWindow: t.field({
      type: sendWindow.output,
      nullable: true,
      description: DESCRIPTIONS.sendWindow,
      resolve: ({ send_window }) => ofPart(send_window ? sendWindow.fromJson(ofPart(send_window)) : null),
    }),
  }),
});

type Given = { definition?: Partial<Record<keyof typeof PARTS, unknown>> | null | undefined };

const partOf = (key: unknown) => PARTS[key as keyof typeof PARTS] as Typed | undefined;

/** Calls the domain with a definition in its form, from either of the two forms (`eitherForm`). */
export const withDefinition = <Some extends Given, Result>(
  { definition, ...given }: Some,
  act: (input: Omit<Some, 'definition'>) => Promise<Result>,
): Promise<Result> =>
  eitherForm(given, definition, {
    typed: 'definition',
    keys: Object.keys(PARTS),
    toJson: (parts) =>
      Object.fromEntries(
        Object.entries(parts).map(([key, value]) => [key, value == null ? value : partOf(key)!.toJson(value)]),
      ),
    toPath: ([key, ...rest]: Path, parts) => {
      const value = parts[key as keyof typeof PARTS];
      return [key!, ...(value == null ? rest : partOf(key)!.toPath(rest, value))];
    },
    ownIssues: ({ steps }) =>
      strayIssues((steps ?? []) as object[]).map(({ path, problem }) => ({ path: ['steps', ...path], problem })),
    act,
  });
