import { builder } from './builder.ts';

export const Frequency = builder.objectRef<{ messages: number; days: number }>('Frequency').implement({
  description: 'A frequency cap: the maximum number of campaign messages per person, within a number of days.',
  fields: (t) => ({ messages: t.exposeInt('messages'), days: t.exposeInt('days') }),
});

export const FrequencyInput = builder.inputType('FrequencyInput', {
  fields: (t) => ({
    messages: t.int({ required: true, description: 'The maximum number of messages, from 1 to 1000.' }),
    days: t.int({ required: true, description: 'The number of days, from 1 to 365.' }),
  }),
});

export const AutoPause = builder
  .objectRef<{ hardBounces: number | null; complaints: number | null }>('AutoPause')
  .implement({
    description:
      'Pauses a campaign automatically when its hard bounces or complaints exceed a percentage. Applies once 200 of its messages were sent or refused.',
    fields: (t) => ({
      hardBounces: t.exposeFloat('hardBounces', { nullable: true, description: 'In percent. Null: no limit.' }),
      complaints: t.exposeFloat('complaints', { nullable: true, description: 'In percent. Null: no limit.' }),
    }),
  });

export const AutoPauseInput = builder.inputType('AutoPauseInput', {
  description: 'Absent fields keep their values. A null input resets both to their defaults.',
  fields: (t) => ({
    hardBounces: t.float({ description: 'In percent. Default: 5. Null: no limit.' }),
    complaints: t.float({ description: 'In percent. Default: 0.3. Null: no limit.' }),
  }),
});
