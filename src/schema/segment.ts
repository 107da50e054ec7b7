import { found, orNull } from '../domain/found.ts';
import type { Group } from '../domain/segments/conditions.ts';
import { type Explanation, explainSegment } from '../domain/segments/explain.ts';
import { listSegments, SEGMENT_ORDER_FIELDS } from '../domain/segments/list-segments.ts';
import { listMatchingSubscribers } from '../domain/segments/list-subscribers.ts';
import { type Preview, previewSegment } from '../domain/segments/preview.ts';
import { createSegment, deleteSegment, readSegment, updateSegment } from '../domain/segments/segments.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { List } from './list.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { SegmentConditions, SegmentConditionsInput, withConditions } from './segment-conditions.ts';
import { Subscriber, SubscriberOrder } from './subscriber.ts';

export const Segment = builder.prismaObject('Segment', {
  description: 'A saved set of conditions on the subscribers of a list.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    listId: t.exposeID('listId'),
    list: t.field({
      type: List,
      resolve: async ({ listId }, _, { loaders }) => found(await loaders.list.load(listId)),
    }),
    conditions: t.field({ type: 'JSONObject', resolve: (segment) => segment.conditions as object }),
    typedConditions: t.field({
      type: SegmentConditions,
      description:
        'The conditions with a type for each rule. Prefer them to the JSON of `conditions`: your tools check them. The JSON stays, for programs that exchange it with REST.',
      resolve: (segment) => segment.conditions as unknown as Group,
    }),
    subscribersCount: t.int({
      description: 'The number of matching subscribers now.',
      resolve: (segment, _, { loaders }) => loaders.matchingCount.load(segment),
    }),
    subscribers: t.connection({
      type: Subscriber,
      description: 'The subscribed people of the list who match. Default order: newest first.',
      args: { orderBy: t.arg({ type: SubscriberOrder }), offset: t.arg.int() },
      resolve: (segment, args, { scope }) => connection(listMatchingSubscribers(scope, segment, args)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const SegmentOrder = orderInput('Segment', SEGMENT_ORDER_FIELDS);

builder.prismaObjectField(List, 'segments', (t) =>
  t.connection({
    type: Segment,
    args: { orderBy: t.arg({ type: SegmentOrder }), offset: t.arg.int() },
    resolve: ({ id }, request, { loaders }) => connection(loaders.segmentsOfList.load({ owner: id, request })),
  }),
);

builder.prismaObjectField(Subscriber, 'segments', (t) =>
  t.field({
    type: [Segment],
    description: 'The segments of the list that match the subscriber, newest first.',
    resolve: ({ id }, _, { loaders }) => loaders.segmentsOf.load(id),
  }),
);

const CONDITIONS =
  '{operator: "and" | "or", rules: [rule | group]}. A rule is {type, operator, value}. At most two levels and 50 rules.';

const TYPED =
  'The conditions with a type for each rule, which your tools check. Provide either this or `conditions`. Prefer this. The JSON stays accepted.';

const CreateSegmentInput = builder.inputType('CreateSegmentInput', {
  fields: (t) => ({
    listId: t.id({ required: true, description: 'The id of the list.' }),
    name: t.string({ required: true, description: 'An internal name.' }),
    conditions: t.field({ type: 'JSONObject', description: CONDITIONS }),
    typedConditions: t.field({ type: SegmentConditionsInput, description: TYPED }),
  }),
});

const UpdateSegmentInput = builder.inputType('UpdateSegmentInput', {
  description: 'Absent fields keep their values.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the segment.' }),
    name: t.string({ description: 'An internal name.' }),
    conditions: t.field({ type: 'JSONObject', description: CONDITIONS }),
    typedConditions: t.field({ type: SegmentConditionsInput, description: TYPED }),
  }),
});

const PATH =
  'The path to the rule: `conditions`, then `rules` and a position from 0 for each level, joined with dots, such as "conditions.rules.0.rules.1".';

const RuleCount = builder.objectRef<Preview['rules'][number]>('RuleCount').implement({
  fields: (t) => ({
    path: t.exposeString('path', { description: PATH }),
    subscribersCount: t.exposeInt('subscribersCount'),
  }),
});

const SegmentPreview = builder.objectRef<Preview>('SegmentPreview').implement({
  description: 'The number of subscribers that match the conditions, and each rule alone.',
  fields: (t) => ({
    subscribersCount: t.exposeInt('subscribersCount'),
    rules: t.expose('rules', { type: [RuleCount] }),
  }),
});

const RuleOutcome = builder.objectRef<Explanation['rules'][number]>('RuleOutcome').implement({
  fields: (t) => ({
    path: t.exposeString('path', { description: PATH }),
    matches: t.exposeBoolean('matches'),
  }),
});

const SegmentExplanation = builder.objectRef<Explanation>('SegmentExplanation').implement({
  description: 'Whether a segment matches a subscriber, and which of its rules match.',
  fields: (t) => ({
    matches: t.exposeBoolean('matches', { description: 'True if the conditions match and the person is subscribed.' }),
    rules: t.expose('rules', { type: [RuleOutcome] }),
  }),
});

builder.queryFields((t) => ({
  segment: t.field({
    type: Segment,
    nullable: true,
    description: 'A segment by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readSegment(scope, id)),
  }),
  segments: t.connection({
    type: Segment,
    nullable: true,
    description: 'The segments of a list or the team. Default order: newest first.',
    args: {
      listId: t.arg.id({
        description: 'Only segments of this list. Default: all lists. An unknown id returns null.',
      }),
      search: t.arg.string({ description: 'Words in the name.' }),
      orderBy: t.arg({ type: SegmentOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, { listId, ...args }, { scope }) => orNull(connection(listSegments(scope, listId, args))),
  }),
  previewSegment: t.field({
    type: SegmentPreview,
    nullable: true,
    description: 'Counts the matching subscribers of conditions. Saves nothing.',
    args: {
      listId: t.arg.id({ required: true, description: 'The id of the list. An unknown id returns null.' }),
      conditions: t.arg({ type: 'JSONObject', description: CONDITIONS }),
      typedConditions: t.arg({ type: SegmentConditionsInput, description: TYPED }),
    },
    resolve: (_, { listId, ...given }, { scope }) =>
      orNull(withConditions(given, ({ conditions }) => previewSegment(scope, listId, conditions))),
  }),
  explainSegment: t.field({
    type: SegmentExplanation,
    nullable: true,
    description: 'Whether a subscriber is in a segment, and which of its rules match.',
    args: { id: t.arg.id({ required: true }), subscriberId: t.arg.id({ required: true }) },
    resolve: (_, { id, subscriberId }, { scope }) => orNull(explainSegment(scope, id, subscriberId)),
  }),
}));

builder.mutationFields((t) => ({
  createSegment: t.field({
    type: Segment,
    description: 'Creates a segment of a list: saved conditions on its subscribers.',
    args: { input: t.arg({ type: CreateSegmentInput, required: true }) },
    resolve: (_, { input: { listId, ...input } }, { scope }) =>
      withConditions(input, (given) => createSegment(scope, listId, given)),
  }),
  updateSegment: t.field({
    type: Segment,
    description: 'Updates the given fields. Conditions are replaced as a whole.',
    args: { input: t.arg({ type: UpdateSegmentInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) =>
      withConditions(input, (given) => updateSegment(scope, id, given)),
  }),
  deleteSegment: t.field({
    type: DeletePayload,
    description: 'Deletes a segment. Fails with CONFLICT (`IN_USE`) while another segment refers to it.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteSegment(scope, id)),
  }),
}));
