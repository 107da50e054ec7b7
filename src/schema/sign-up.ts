import type { SignUpCounts as Counts } from '../domain/forms/list-sign-ups.ts';
import { type SignUp as Row, SIGN_UP_STATUSES } from '../domain/forms/sign-ups.ts';
import { found } from '../domain/found.ts';
import { builder } from './builder.ts';
import { IN_STATUS, IN_STATUSES } from './by-status.ts';
import { deprecatedArgument, ONE_STATUS } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { Form } from './form.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { Subscriber } from './subscriber.ts';

const SignUpStatus = wireEnum('SignUpStatus', 'The result of a sign-up.', SIGN_UP_STATUSES, {
  unconfirmed: 'A confirmation e-mail was sent; the person has not confirmed yet.',
  subscribed: 'The person joined the list, and confirmed if required.',
  already_subscribed: 'The person was already on the list.',
});

export const SignUp = builder.objectRef<Row>('SignUp').implement({
  description: 'A sign-up through a form, with the given consent. Stored with the subscription.',
  interfaces: [Node],
  fields: (t) => ({
    formId: t.exposeID('formId', { description: 'The form. It may have been deleted since.' }),
    form: t.field({
      type: Form,
      nullable: true,
      description: 'Null once the form is deleted.',
      resolve: ({ formId }, _, { loaders }) => loaders.form.load(formId),
    }),
    subscriberId: t.exposeID('subscriberId'),
    subscriber: t.field({
      type: Subscriber,
      resolve: async ({ subscriberId }, _, { loaders }) => found(await loaders.subscriber.load(subscriberId)),
    }),
    email: t.expose('email', { type: 'EmailAddress' }),
    status: t.expose('status', { type: SignUpStatus }),
    answers: t.field({
      type: 'JSONObject',
      description:
        'The answers at sign-up by field, including hidden values. Later changes to the subscriber do not affect them.',
      resolve: ({ answers }) => answers,
    }),
    consentText: t.exposeString('consentText', { nullable: true, description: 'As shown in the form.' }),
    consentVersion: t.exposeInt('consentVersion', { nullable: true }),
    addressFamily: t.exposeInt('addressFamily', { description: 'The IP version of the address: 4 or 6.' }),
    ipAddress: t.exposeString('address', { nullable: true, description: 'Null unless the form stores addresses.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const SignUpCounts = builder.objectRef<Counts>('SignUpCounts').implement({
  description: 'The number of sign-ups in each status.',
  fields: (t) => ({
    unconfirmed: t.exposeInt('unconfirmed'),
    subscribed: t.exposeInt('subscribed'),
    alreadySubscribed: t.exposeInt('already_subscribed'),
  }),
});

builder.objectField(Form, 'signUpsByStatus', (t) =>
  t.field({
    type: SignUpCounts,
    description: "Results of the form's sign-ups, for subscriptions that still exist.",
    resolve: ({ id }, _, { loaders }) => loaders.signUpCounts.load(id),
  }),
);

builder.objectField(Form, 'signUps', (t) =>
  t.connection({
    type: SignUp,
    description:
      "The form's sign-ups, newest first, available after about a second. Leaves out sign-ups whose records were deleted.",
    args: {
      statuses: t.arg({ type: [SignUpStatus], description: IN_STATUSES }),
      status: t.arg({ type: SignUpStatus, description: IN_STATUS, ...deprecatedArgument(ONE_STATUS) }),
      since: t.arg({ type: 'DateTime', description: 'Only sign-ups from this time on.' }),
      until: t.arg({ type: 'DateTime', description: 'Only sign-ups before this time.' }),
      offset: t.arg.int(),
    },
    resolve: ({ id }, request, { loaders }) => connection(loaders.signUpsOfForm.load({ owner: id, request })),
  }),
);
