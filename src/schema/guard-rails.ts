import { builder } from './builder.ts';

export const Frequency = builder.objectRef<{ messages: number; days: number }>('Frequency').implement({
  description: 'At most so many messages of campaigns to a person in so many days.',
  fields: (t) => ({ messages: t.exposeInt('messages'), days: t.exposeInt('days') }),
});

export const FrequencyInput = builder.inputType('FrequencyInput', {
  fields: (t) => ({
    messages: t.int({ required: true, description: 'From 1 to 1000.' }),
    days: t.int({ required: true, description: 'From 1 to 365.' }),
  }),
});

export const Brake = builder.objectRef<{ hardBounces: number | null; complaints: number | null }>('Brake').implement({
  description:
    'Once 200 messages of a campaign were sent or refused, it is paused when more than so many percent of them bounced hard or brought complaints.',
  fields: (t) => ({
    hardBounces: t.exposeFloat('hardBounces', { nullable: true, description: 'In percent. Null: never.' }),
    complaints: t.exposeFloat('complaints', { nullable: true, description: 'In percent. Null: never.' }),
  }),
});

export const BrakeInput = builder.inputType('BrakeInput', {
  description: 'An absent field keeps its value. Null for the whole sets both to their defaults.',
  fields: (t) => ({
    hardBounces: t.float({ description: 'In percent. Default: 5. Null: never.' }),
    complaints: t.float({ description: 'In percent. Default: 0.3. Null: never.' }),
  }),
});
