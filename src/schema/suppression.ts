import { LIFTED_REASONS, type Lifted, liftSuppressions } from '../domain/audience/lift-suppressions.ts';
import {
  createSuppression,
  deleteSuppression,
  listSuppressions,
  readSuppression,
  SUPPRESSION_REASONS,
  type Suppression as SuppressionRow,
} from '../domain/audience/suppressions.ts';
import { orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { deprecatedArgument, ONE_OF_REASONS } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

export const SuppressionReason = wireEnum('SuppressionReason', 'The reason for a suppression.', SUPPRESSION_REASONS);

export const Suppression = builder.objectRef<SuppressionRow>('Suppression').implement({
  description: 'An address or a whole domain that never gets messages.',
  interfaces: [Node],
  fields: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      nullable: true,
      description: 'Null for a domain, and for an erased person, whose address is not stored.',
      resolve: ({ target }) => (target.includes('@') ? target : null),
    }),
    domain: t.string({ nullable: true, resolve: ({ target }) => (/^[^@]+\.[^@]+$/.test(target) ? target : null) }),
    reason: t.expose('reason', { type: SuppressionReason }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const SuppressionResult = builder
  .objectRef<{ suppression: SuppressionRow; isNew: boolean }>('SuppressionResult')
  .implement({
    fields: (t) => ({
      suppression: t.expose('suppression', { type: Suppression }),
      isNew: t.exposeBoolean('isNew', {
        description: 'False if it was already suppressed. The existing suppression is unchanged.',
      }),
    }),
  });

const LiftedSuppressions = builder.objectRef<Lifted>('DeletedSuppressions').implement({
  description: 'The result, or the expected result, of removing suppressions in bulk.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether suppressions were only counted.' }),
    suppressions: t.exposeInt('suppressions'),
    subscriptions: t.exposeInt('subscriptions', {
      description: 'Bounced subscriptions restored to their previous status: subscribed or unconfirmed.',
    }),
    remaining: t.exposeInt('remaining', {
      description: 'The number of suppressions or soft bounces left for another call.',
    }),
  }),
});

const DeletableReason = wireEnum('DeletableSuppressionReason', 'The kind of suppressions to delete.', LIFTED_REASONS, {
  soft_bounce: 'Not a suppression: restores subscriptions that ended after soft bounces on five days.',
});

const CreateSuppressionInput = builder.inputType('CreateSuppressionInput', {
  description: 'Provide either an address or a domain.',
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', description: 'The address to suppress.' }),
    domain: t.string({ description: 'The domain to suppress, with all its addresses.' }),
    reason: t.field({ type: SuppressionReason, defaultValue: 'manual', description: 'Default: MANUAL.' }),
  }),
});

const DeleteSuppressionsInput = builder.inputType('DeleteSuppressionsInput', {
  fields: (t) => ({
    reason: t.field({ type: DeletableReason, required: true, description: 'The kind of suppressions to delete.' }),
    since: t.field({
      type: 'DateTime',
      required: true,
      description: 'Only suppressions from this time on. For soft bounces: the time of the last bounce.',
    }),
    until: t.field({ type: 'DateTime', description: 'Only suppressions before this time.' }),
    domain: t.string({ description: 'Only suppressions of this domain and its addresses.' }),
    dryRun: t.boolean({ description: 'Counts without changing anything.' }),
  }),
});

builder.queryFields((t) => ({
  suppression: t.field({
    type: Suppression,
    nullable: true,
    description: 'A suppression by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readSuppression(scope, id)),
  }),
  suppressions: t.connection({
    type: Suppression,
    description: 'The suppressions of the team, newest first.',
    args: {
      email: t.arg({ type: 'EmailAddress' }),
      domain: t.arg.string(),
      reasons: t.arg({ type: [SuppressionReason], description: 'Only with one of these reasons. Absent: all.' }),
      reason: t.arg({
        type: SuppressionReason,
        description: 'The same as `reasons`, for one reason.',
        ...deprecatedArgument(ONE_OF_REASONS),
      }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listSuppressions(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createSuppression: t.field({
    type: SuppressionResult,
    description:
      'Suppresses an address or a domain, so that no more messages are sent to it. Returns the existing suppression, if any.',
    args: { input: t.arg({ type: CreateSuppressionInput, required: true }) },
    resolve: (_, { input }, { scope }) => createSuppression(scope, input),
  }),
  deleteSuppression: t.field({
    type: DeletePayload,
    description: 'Removes a suppression, so that messages can be sent again.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteSuppression(scope, id)),
  }),
  deleteSuppressions: t.field({
    type: LiftedSuppressions,
    description:
      "Deletes suppressions by reason and time, such as those caused by a provider's outage, and restores the affected subscribers. At most 100,000 per call.",
    args: { input: t.arg({ type: DeleteSuppressionsInput, required: true }) },
    resolve: (_, { input }, { scope }) => liftSuppressions(scope, input),
  }),
}));
