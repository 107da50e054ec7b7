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
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

export const SuppressionReason = wireEnum('SuppressionReason', 'The reason for a suppression.', SUPPRESSION_REASONS);

export const Suppression = builder.objectRef<SuppressionRow>('Suppression').implement({
  description: 'An address or a whole domain to which nothing is ever sent.',
  interfaces: [Node],
  fields: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      nullable: true,
      description: 'Null for a domain, and for a person who was erased, whose address is not stored.',
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
      isNew: t.exposeBoolean('isNew', { description: 'False if it was suppressed before. Then it stays as it was.' }),
    }),
  });

const LiftedSuppressions = builder.objectRef<Lifted>('LiftedSuppressions').implement({
  description: 'What lifting suppressions did, or what it would do.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether it was only counted.' }),
    suppressions: t.exposeInt('suppressions'),
    subscriptions: t.exposeInt('subscriptions', {
      description: 'Subscriptions that had bounced and are now what they were before: subscribed, or unconfirmed.',
    }),
    remaining: t.exposeInt('remaining', {
      description: 'How many suppressions, or people with soft bounces, are left for another call.',
    }),
  }),
});

const LiftedReason = wireEnum('LiftedReason', 'What is lifted in sets.', LIFTED_REASONS, {
  soft_bounce: 'Suppresses nobody: the subscriptions go on that soft bounces of five days ended.',
});

const CreateSuppressionInput = builder.inputType('CreateSuppressionInput', {
  description: 'Either an address or a domain.',
  fields: (t) => ({
    email: t.string({ description: 'The address that is never written to.' }),
    domain: t.string({ description: 'The domain whose addresses are never written to.' }),
    reason: t.field({ type: SuppressionReason, description: 'Manual by default.' }),
  }),
});

builder.queryFields((t) => ({
  suppression: t.field({
    type: Suppression,
    nullable: true,
    description: 'A suppression, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readSuppression(scope, id)),
  }),
  suppressions: t.connection({
    type: Suppression,
    description: 'The suppressions of the team, newest first.',
    args: {
      email: t.arg.string(),
      domain: t.arg.string(),
      reason: t.arg({ type: SuppressionReason }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listSuppressions(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createSuppression: t.field({
    type: SuppressionResult,
    description:
      'Suppresses an address or a domain: nothing is sent there from then on. Answers the existing suppression where there is one.',
    args: { input: t.arg({ type: CreateSuppressionInput, required: true }) },
    resolve: (_, { input }, { scope }) => createSuppression(scope, input),
  }),
  deleteSuppression: t.field({
    type: DeletePayload,
    description: 'Removes a suppression, so that messages are sent there again.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteSuppression(scope, id)),
  }),
  liftSuppressions: t.field({
    type: LiftedSuppressions,
    description:
      'Removes the suppressions of a reason and a time, such as those that an outage of a provider caused, with what they did to subscriptions. At most 100,000.',
    args: {
      reason: t.arg({ type: LiftedReason, required: true }),
      since: t.arg({
        type: 'DateTime',
        required: true,
        description: 'Those that were made then or later. Of soft bounces the last one counts.',
      }),
      until: t.arg({ type: 'DateTime', description: 'Those that were made earlier.' }),
      domain: t.arg.string({ description: 'Those of addresses at this domain, and of the domain itself.' }),
      dryRun: t.arg.boolean({ description: 'Only counts.' }),
    },
    resolve: (_, args, { scope }) => liftSuppressions(scope, args),
  }),
}));
