import { setPersonPreferences, setPersonTracking } from '../domain/audience/person-preferences.ts';
import { erasePerson } from '../domain/privacy/erase-person.ts';
import { builder } from './builder.ts';
import { FrequencyInput } from './guard-rails.ts';
import { Person } from './person.ts';
import { Suppression } from './suppression.ts';

const SetPersonPreferencesInput = builder.inputType('SetPersonPreferencesInput', {
  description: 'Absent fields keep their values.',
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: "The person's e-mail address." }),
    tracked: t.boolean({ description: 'Whether opens and clicks are tracked. Null: true.' }),
    pausedUntil: t.field({
      type: 'DateTime',
      description: 'Pauses all but transactional e-mails until this time, at most 366 days ahead. Null ends the pause.',
    }),
    frequency: t.field({
      type: FrequencyInput,
      description: "A frequency cap for the person, in addition to the team's. Null: the team's only.",
    }),
  }),
});

builder.mutationField('setPersonPreferences', (t) =>
  t.field({
    type: Person,
    description: "Sets a person's preferences on their behalf. People can set the same on their preferences page.",
    args: { input: t.arg({ type: SetPersonPreferencesInput, required: true }) },
    resolve: (_, { input }, { scope }) => setPersonPreferences(scope, input),
  }),
);

const SetPersonTrackingInput = builder.inputType('SetPersonTrackingInput', {
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: "The person's e-mail address." }),
    tracked: t.boolean({ required: true, description: 'Whether opens and clicks are tracked.' }),
  }),
});

builder.mutationField('setPersonTracking', (t) =>
  t.field({
    type: Person,
    description: "Turns tracking of a person's opens and clicks on or off, also for messages already sent.",
    args: { input: t.arg({ type: SetPersonTrackingInput, required: true }) },
    resolve: (_, { input }, { scope }) => setPersonTracking(scope, input),
  }),
);

const ErasePersonInput = builder.inputType('ErasePersonInput', {
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: "The person's e-mail address." }),
  }),
});

builder.mutationField('erasePerson', (t) =>
  t.field({
    type: Suppression,
    description: 'Erases all data of a person, known or not. Only a hash remains, which keeps the address suppressed.',
    args: { input: t.arg({ type: ErasePersonInput, required: true }) },
    resolve: (_, { input }, { scope }) => erasePerson(scope, input),
  }),
);
