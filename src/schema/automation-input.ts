import { builder } from './builder.ts';

const optional = (
  t: PothosSchemaTypes.InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<object>, 'InputObject'>,
) => ({
  listId: t.id({ description: 'Id of the list. Default: the newest subscription of each person, on any list.' }),
  entry: t.field({
    type: 'JSONObject' as never,
    description: 'Who may pass, and how often: `{again, not_within, if}`. Default: anybody, once at a time.',
  }),
  exits: t.field({
    type: ['JSONObject'] as never,
    description: 'What ends a run at whichever step it is: `{type, …, goal}`, 20 at most.',
  }),
  sendWindow: t.field({
    type: 'JSONObject' as never,
    description:
      "When e-mails are sent, by each person's clock: `{from, to, weekdays}`, such as 08:00 and 20:00. Default: at any time.",
  }),
});

/** What makes up a definition. */
export const definitionFields = (
  t: PothosSchemaTypes.InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<object>, 'InputObject'>,
) => ({
  trigger: t.field({
    type: 'JSONObject' as never,
    required: true,
    description: 'What starts a run: `{type, …}`.',
  }),
  steps: t.field({
    type: ['JSONObject'] as never,
    required: true,
    description: 'What is done: `{id, type, …}`. An id is made where there is none.',
  }),
  ...optional(t),
});

export const CreateAutomationInput = builder.inputType('CreateAutomationInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the team calls it.' }),
    ...definitionFields(t as never),
  }),
});

export const UpdateAutomationInput = builder.inputType('UpdateAutomationInput', {
  description:
    'An absent field keeps its value, and null resets it. The parts of a definition are replaced as a whole.',
  fields: (t) => ({
    name: t.string({ description: 'What the team calls it.' }),
    trigger: t.field({ type: 'JSONObject', description: 'What starts a run: `{type, …}`.' }),
    steps: t.field({
      type: ['JSONObject'],
      description: 'What is done: `{id, type, …}`. An id is made where there is none.',
    }),
    ...optional(t as never),
    moveRuns: t.boolean({
      description: 'Whether people under way go on by the new version where their step is still in it. Default: false.',
    }),
  }),
});
