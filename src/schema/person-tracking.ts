import { type PersonTracking as Row, setPersonTracking } from '../domain/audience/person-preferences.ts';
import { builder } from './builder.ts';

const PersonTracking = builder.objectRef<Row>('PersonTracking').implement({
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress' }),
    tracked: t.exposeBoolean('tracked'),
  }),
});

const SetPersonTrackingInput = builder.inputType('SetPersonTrackingInput', {
  fields: (t) => ({
    email: t.string({ required: true, description: "The person's e-mail address." }),
    tracked: t.boolean({ required: true, description: 'Whether opens and clicks are tracked.' }),
  }),
});

builder.mutationField('setPersonTracking', (t) =>
  t.field({
    type: PersonTracking,
    description: "Turns tracking of a person's opens and clicks on or off, also for messages already sent.",
    args: { input: t.arg({ type: SetPersonTrackingInput, required: true }) },
    resolve: (_, { input }, { scope }) => setPersonTracking(scope, input),
  }),
);
