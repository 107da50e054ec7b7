import { listRecordedEvents } from '../domain/insight/recorded-events.ts';
import { builder } from './builder.ts';
import { Event } from './event.ts';
import { connection } from './pagination.ts';

builder.queryField('recordedEvents', (t) =>
  t.connection({
    type: Event,
    description:
      'The events of the team, newest first: as they were recorded, or of one person or one name as they happened. `totalCount` counts up to 10,000.',
    args: {
      email: t.arg.string(),
      name: t.arg.string(),
      from: t.arg({ type: 'DateTime', description: 'Recorded at this time or later.' }),
      to: t.arg({ type: 'DateTime', description: 'Recorded before this time.' }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listRecordedEvents(scope, args)),
  }),
);
