import type { SignUpCounts as Counts } from '../domain/forms/list-sign-ups.ts';
import { type SignUp as Row, SIGN_UP_STATUSES } from '../domain/forms/sign-ups.ts';
import { found } from '../domain/found.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Form } from './form.ts';
import { connection } from './pagination.ts';
import { Subscriber } from './subscriber.ts';

const SignUpStatus = wireEnum('SignUpStatus', 'What became of a sign-up.', SIGN_UP_STATUSES, {
  unconfirmed: 'They were asked to confirm by e-mail, and have not done so.',
  subscribed: 'They joined the list by it, and confirmed that where they were asked to.',
  already_subscribed: 'They were on the list already.',
});

export const SignUp = builder.objectRef<Row>('SignUp').implement({
  description: 'That somebody signed up by a form, and what they agreed to. Kept with the subscription.',
  fields: (t) => ({
    id: t.exposeID('id'),
    formId: t.exposeID('formId', { description: 'Of the form, which may have been deleted since.' }),
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
        'What was filled in then, by field, and the values of hidden fields, whatever the subscriber has now.',
      resolve: ({ answers }) => answers,
    }),
    consentText: t.exposeString('consentText', { nullable: true, description: 'As it stood in the form.' }),
    consentVersion: t.exposeInt('consentVersion', { nullable: true }),
    addressFamily: t.exposeInt('addressFamily', { description: '4 or 6: the kind of network address it came from.' }),
    address: t.exposeString('address', { nullable: true, description: 'Null unless the form keeps it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const SignUpCounts = builder.objectRef<Counts>('SignUpCounts').implement({
  description: 'How many sign-ups are in each status.',
  fields: (t) => ({
    unconfirmed: t.exposeInt('unconfirmed'),
    subscribed: t.exposeInt('subscribed'),
    alreadySubscribed: t.exposeInt('already_subscribed'),
  }),
});

builder.objectField(Form, 'signUpsByStatus', (t) =>
  t.field({
    type: SignUpCounts,
    description: 'What became of its sign-ups, of those whose subscriptions are kept.',
    resolve: ({ id }, _, { loaders }) => loaders.signUpCounts.load(id),
  }),
);

builder.objectField(Form, 'signUps', (t) =>
  t.connection({
    type: SignUp,
    description: 'Who signed up by it, newest first; about a second later. Of whom nothing is kept is left out.',
    args: {
      status: t.arg({ type: SignUpStatus }),
      since: t.arg({ type: 'DateTime', description: 'Those that were made from then on.' }),
      until: t.arg({ type: 'DateTime', description: 'And before then.' }),
      offset: t.arg.int(),
    },
    resolve: ({ id }, request, { loaders }) => connection(loaders.signUpsOfForm.load({ owner: id, request })),
  }),
);
