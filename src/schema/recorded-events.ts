import { listRecordedEvents } from '../domain/insight/recorded-events.ts';
import { builder } from './builder.ts';
import { Event } from './event.ts';
import { connection } from './pagination.ts';

builder.queryField('recordedEvents', (t) =>
  t.connection({
    type: Event,
    description:
      'The events of the team, newest recorded first. With a person or a name, by the time they happened. `totalCount` counts up to 10,000.',
    args: {
      email: t.arg.string(),
      name: t.arg.string(),
      from: t.arg({ type: 'DateTime', description: 'Only events recorded from this time on.' }),
      to: t.arg({ type: 'DateTime', description: 'Only events recorded before this time.' }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listRecordedEvents(scope, args)),
  }),
);
