import { type PersonTracking as Row, setPersonTracking } from '../domain/audience/person-tracking.ts';
import { builder } from './builder.ts';

const PersonTracking = builder.objectRef<Row>('PersonTracking').implement({
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress' }),
    tracked: t.exposeBoolean('tracked'),
  }),
});

const SetPersonTrackingInput = builder.inputType('SetPersonTrackingInput', {
  fields: (t) => ({
    email: t.string({ required: true, description: 'The address of the person.' }),
    tracked: t.boolean({ required: true, description: 'Whether opens and clicks are counted.' }),
  }),
});

builder.mutationField('setPersonTracking', (t) =>
  t.field({
    type: PersonTracking,
    description:
      'Sets whether opens and clicks of a person are counted from now on, those of messages that were sent before too.',
    args: { input: t.arg({ type: SetPersonTrackingInput, required: true }) },
    resolve: (_, { input }, { scope }) => setPersonTracking(scope, input),
  }),
);
