import { type PersonPreferences as Row, setPersonPreferences } from '../domain/audience/person-preferences.ts';
import { builder } from './builder.ts';
import { Frequency, FrequencyInput } from './guard-rails.ts';

const PersonPreferences = builder.objectRef<Row>('PersonPreferences').implement({
  description: 'What a person prefers, on whichever list.',
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress' }),
    tracked: t.exposeBoolean('tracked', { description: 'Whether opens and clicks are counted.' }),
    pausedUntil: t.expose('pausedUntil', { type: 'DateTime', nullable: true, description: 'Null: no pause.' }),
    frequency: t.expose('frequency', { type: Frequency, nullable: true, description: 'Null: the team decides.' }),
  }),
});

const SetPersonPreferencesInput = builder.inputType('SetPersonPreferencesInput', {
  description: 'An absent field keeps its value.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'The address of the person.' }),
    tracked: t.boolean({ description: 'Null: true.' }),
    pausedUntil: t.field({
      type: 'DateTime',
      description:
        'Until then nothing but transactional mail is sent to the person: at most 366 days. Null ends the pause.',
    }),
    frequency: t.field({
      type: FrequencyInput,
      description: 'At most so many messages of campaigns, beside what the team has set. Null: the team decides.',
    }),
  }),
});

builder.mutationField('setPersonPreferences', (t) =>
  t.field({
    type: PersonPreferences,
    description: 'Sets what a person prefers, as they can on their own page: for whoever asks the team to.',
    args: { input: t.arg({ type: SetPersonPreferencesInput, required: true }) },
    resolve: (_, { input }, { scope }) => setPersonPreferences(scope, input),
  }),
);
