import { builder } from './builder.ts';

interface TimesOfDay {
  from: string;
  to: string;
}

export const SendWindow = builder.objectRef<TimesOfDay>('SendWindow').implement({
  description: "The times of day in the team's time zone between which messages leave.",
  fields: (t) => ({
    from: t.exposeString('from'),
    to: t.exposeString('to', { description: 'Not included. Before `from`: on the next day.' }),
  }),
});

export const SendWindowInput = builder.inputType('SendWindowInput', {
  description: "The times of day in the team's time zone between which messages leave.",
  fields: (t) => ({
    from: t.string({ required: true, description: 'Such as 09:00.' }),
    to: t.string({ required: true, description: 'Not included. Before `from`: on the next day.' }),
  }),
});
