import { orNull } from '../domain/found.ts';
import { type TimelineEntry as Entry, readTimeline, TIMELINE_TYPES } from '../domain/sending/timeline.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const TimelineType = wireEnum('MessageEvent', 'What happened to a message.', TIMELINE_TYPES);
const Verdict = wireEnum('Verdict', 'Who fetched a pixel or a link.', ['human', 'proxy', 'scanner']);

export const TimelineEntry = builder.objectRef<Entry>('TimelineEntry').implement({
  fields: (t) => ({
    type: t.expose('type', { type: TimelineType }),
    at: t.expose('at', { type: 'DateTime' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Of what did not go well.' }),
    verdict: t.expose('verdict', { type: Verdict, nullable: true, description: 'Who opened or clicked.' }),
    target: t.exposeString('target', { nullable: true, description: 'Where the link leads.' }),
  }),
});

builder.queryField('messageTimeline', (t) =>
  t.field({
    type: [TimelineEntry],
    nullable: true,
    description: 'What happened to a message of any kind, from the beginning.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTimeline(scope, id)),
  }),
);
