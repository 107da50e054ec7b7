import { builder, type InputFields } from './builder.ts';
import { AutomationDefinitionChangesInput, AutomationDefinitionInput } from './typed-definition.ts';

const TYPED =
  'The definition with types, which your tools check. Provide either this, or `trigger`, `entry`, `exits`, `steps` and `sendWindow` as JSON. Prefer this. The JSON stays accepted.';

const optional = (t: InputFields) => ({
  listId: t.id({ description: "Id of the list. Default: each person's newest subscription on any list." }),
  entry: t.field({
    type: 'JSONObject',
    description: 'Entry rules: `{again, not_within, if}`. By default, anyone can enter, but only once at a time.',
  }),
  exits: t.field({
    type: ['JSONObject'],
    description: 'Events or segments that end a run at any step: `{type, …, goal}`. At most 20.',
  }),
  sendWindow: t.field({
    type: 'JSONObject',
    description:
      "The hours in which e-mails are sent, in each person's time zone: `{from, to, weekdays}`, such as 08:00 to 20:00. Default: any time.",
  }),
});

const parts = (t: InputFields) => ({
  trigger: t.field({ type: 'JSONObject', description: 'The event that starts a run: `{type, …}`.' }),
  steps: t.field({
    type: ['JSONObject'],
    description: 'The steps in order: `{id, type, …}`. Missing ids are generated.',
  }),
  ...optional(t),
});

/** A definition, in either form. */
export const definitionFields = (t: InputFields) => ({
  definition: t.field({ type: AutomationDefinitionInput, description: TYPED }),
  ...parts(t),
});

export const CreateAutomationInput = builder.inputType('CreateAutomationInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'An internal name.' }),
    ...definitionFields(t),
  }),
});

export const UpdateAutomationInput = builder.inputType('UpdateAutomationInput', {
  description: 'Absent fields keep their values; null resets them. Each part of the definition is replaced as a whole.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the automation.' }),
    name: t.string({ description: 'An internal name.' }),
    definition: t.field({ type: AutomationDefinitionChangesInput, description: TYPED }),
    ...parts(t),
    moveRuns: t.boolean({
      defaultValue: false,
      description: 'Moves people in progress to the new version if their step still exists. Default: false.',
    }),
  }),
});
