import { BULK_ACTIONS } from '../domain/bulk/actions.ts';
import {
  BULK_UPDATE_STATUSES,
  type BulkUpdate as BulkUpdateRow,
  cancelBulkUpdate,
  listBulkUpdates,
  readBulkUpdate,
} from '../domain/bulk/bulk-updates.ts';
import { EACH, type Each } from '../domain/bulk/chosen-people.ts';
import { type StartedBulkUpdate, startBulkUpdate } from '../domain/bulk/start-bulk-update.ts';
import { orNull } from '../domain/found.ts';
import { codeOf } from '../issue-codes.ts';
import { builder } from './builder.ts';
import { BulkChange, BulkChangeInput, isKnown } from './bulk-change.ts';
import { openEnum, wireEnum } from './enums.ts';
import { IssueCodeEnum } from './issue.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { bulkUpdateChanges } from './streams.ts';
import { subscriptionFilters } from './subscriber.ts';

const Action = openEnum('BulkAction', 'The action of a bulk update.', BULK_ACTIONS, {
  add_tags: 'Adds tags.',
  remove_tags: 'Removes tags.',
  set_attribute: 'Sets an attribute, or removes it.',
  subscribe: 'Subscribes the people to another list, with their names. A list with double opt-in asks them first.',
  unsubscribe: 'Ends their subscriptions.',
  suppress: 'Suppresses their addresses: they get no e-mails from the team.',
  delete: 'Deletes their subscriptions. The people, their events and e-mails stay.',
});

const Unit = wireEnum('BulkUnit', 'What a bulk update chooses and counts.', EACH, {
  subscription: 'Subscriptions: a person counts on each list.',
  person: 'People, each once, with all their subscriptions.',
});

const Status = wireEnum('BulkUpdateStatus', 'The status of a bulk update.', BULK_UPDATE_STATUSES, {
  waiting: 'Waits for a worker.',
  running: 'People are being changed.',
  completed: 'All chosen people were processed.',
  failed: 'It ended early. Changes so far remain.',
  cancelled: 'It was cancelled. Changes so far remain.',
});

interface Failure {
  problem: string;
  count: number;
}

const BulkFailure = builder.objectRef<Failure>('BulkFailure').implement({
  description: 'How many could not be changed for the same reason.',
  fields: (t) => ({
    problem: t.exposeString('problem', { description: 'The reason, as a sentence or its end.' }),
    code: t.field({
      type: IssueCodeEnum.type,
      description: 'The reason, for programs.',
      resolve: ({ problem }) => codeOf({ problem }),
    }),
    count: t.exposeInt('count', { description: 'The number of subscriptions or people.' }),
  }),
});

const failuresOf = ({ failures }: BulkUpdateRow): Failure[] =>
  Object.entries(failures as Record<string, number>).map(([problem, count]) => ({ problem, count }));

const sumOf = (failures: readonly Failure[]) => failures.reduce((sum, { count }) => sum + count, 0);

export const BulkUpdate = builder.prismaObject('BulkUpdate', {
  description: 'A change to many people, run in the background.',
  interfaces: [Node],
  fields: (t) => ({
    action: t.field({ type: Action, description: 'The kind of change.', resolve: ({ action }) => action as 'delete' }),
    change: t.field({
      type: BulkChange,
      nullable: true,
      description: 'The action with its settings. Null once a person was erased whom they named.',
      resolve: (one) => (isKnown(one) ? one : null),
    }),
    each: t.field({
      type: Unit,
      description: 'What it changes and counts: subscriptions, or people with all their subscriptions.',
      resolve: ({ each }) => each as Each,
    }),
    status: t.expose('status', { type: Status, description: 'Whether it waits, runs or has ended.' }),
    total: t.exposeInt('total', { description: 'The number of chosen subscriptions or people at the start.' }),
    processed: t.exposeInt('processed', { description: 'The number of them processed so far.' }),
    changed: t.exposeInt('changed', {
      description: 'How many of them were changed. The others failed, or needed no change.',
    }),
    failed: t.int({
      description: 'How many of them failed.',
      resolve: (one) => sumOf(failuresOf(one)),
    }),
    failures: t.field({
      type: [BulkFailure],
      description: 'Why subscriptions failed, and how many each time.',
      resolve: failuresOf,
    }),
    failureReason: t.exposeString('failureReason', {
      nullable: true,
      description: 'Why the whole bulk update failed. Null unless it did.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'Null until it begins.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'Null until it ends.' }),
  }),
});

const BulkPeopleFilter = builder.inputType('BulkPeopleFilter', {
  description: 'Selects people by their subscriptions. All given keys must match, and at least one is required.',
  fields: (t) => ({
    listId: t.id({ description: 'The id of a list.' }),
    segmentId: t.id({ description: 'The id of a segment, as its rules are now.' }),
    search: t.string({ description: 'Words in the e-mail address or the names.' }),
    email: t.field({ type: 'EmailAddress', description: "A person's e-mail address." }),
    ...subscriptionFilters(t),
    createdSince: t.field({ type: 'DateTime', description: 'Only subscribers added at this time or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Only subscribers added before this time.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Only subscribers changed at this time or later.' }),
  }),
});

const BulkPeopleInput = builder.inputType('BulkPeopleInput', {
  isOneOf: true,
  description: 'Chooses people by their subscriptions. Set exactly one field.',
  fields: (t) => ({
    everybody: t.boolean({ description: 'True: all people of the team.' }),
    filter: t.field({ type: BulkPeopleFilter, description: 'All people that match.' }),
    subscriberIds: t.idList({ description: 'The ids of 1 to 10,000 subscribers.' }),
  }),
});

const StartBulkUpdateInput = builder.inputType('StartBulkUpdateInput', {
  fields: (t) => ({
    change: t.field({ type: BulkChangeInput, required: true, description: 'The change to make.' }),
    people: t.field({ type: BulkPeopleInput, required: true, description: 'The people to change.' }),
    each: t.field({
      type: Unit,
      defaultValue: 'subscription',
      description:
        'PERSON chooses each person once, as the list of all people does with the same filter, and changes all their subscriptions. One subscription must match, and `createdSince` and `createdUntil` say when people were first stored. By default it chooses subscriptions.',
    }),
    dryRun: t.boolean({
      description: 'Whether to only count. Default: false.',
      defaultValue: false,
    }),
  }),
});

const Started = builder.objectRef<StartedBulkUpdate>('StartedBulkUpdate').implement({
  description: 'The bulk update that was started, and how many subscriptions or people it is about.',
  fields: (t) => ({
    bulkUpdate: t.field({
      type: BulkUpdate,
      nullable: true,
      description: 'Null for a dry run.',
      resolve: ({ bulkUpdate }) => bulkUpdate,
    }),
    total: t.exposeInt('total', { description: 'The number of chosen subscriptions or people.' }),
  }),
});

builder.queryFields((t) => ({
  bulkUpdate: t.field({
    type: BulkUpdate,
    nullable: true,
    description: 'A bulk update and its progress, by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readBulkUpdate(scope, id)),
  }),
  bulkUpdates: t.connection({
    type: BulkUpdate,
    description: 'The bulk updates of the team, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listBulkUpdates(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  startBulkUpdate: t.field({
    type: Started,
    description: 'Changes many people in the background. People added later are not changed.',
    args: { input: t.arg({ type: StartBulkUpdateInput, required: true }) },
    resolve: (_, { input }, { scope }) => startBulkUpdate(scope, input),
  }),
  cancelBulkUpdate: t.field({
    type: BulkUpdate,
    description:
      'Cancels a bulk update. Changes so far remain. Fails with CONFLICT (`ENDED`) if it has completed or failed.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => cancelBulkUpdate(scope, id),
  }),
}));

builder.subscriptionField('bulkUpdateProgressed', (t) =>
  t.field({
    type: BulkUpdate,
    description: 'The bulk update, now and after each change. Ends when the bulk update ends.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => bulkUpdateChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);
