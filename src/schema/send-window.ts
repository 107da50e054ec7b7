import { builder } from './builder.ts';

interface TimesOfDay {
  from: string;
  to: string;
}

export const SendWindow = builder.objectRef<TimesOfDay>('SendWindow').implement({
  description: "The hours in which messages are sent, in the team's time zone.",
  fields: (t) => ({
    from: t.expose('from', { type: 'TimeOfDay', description: 'The start of the window, such as 09:00.' }),
    to: t.expose('to', {
      type: 'TimeOfDay',
      description: 'The end of the window, exclusive. If it is earlier than `from`, the window ends on the next day.',
    }),
  }),
});

export const SendWindowInput = builder.inputType('SendWindowInput', {
  description: "The hours in which messages are sent, in the team's time zone.",
  fields: (t) => ({
    from: t.field({ type: 'TimeOfDay', required: true, description: 'The start of the window, such as 09:00.' }),
    to: t.field({
      type: 'TimeOfDay',
      required: true,
      description: 'The end of the window, exclusive. If it is earlier than `from`, the window ends on the next day.',
    }),
  }),
});
