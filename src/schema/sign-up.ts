import type { SignUp as Row } from '../domain/forms/sign-ups.ts';
import { builder } from './builder.ts';

export const SignUp = builder.objectRef<Row>('SignUp').implement({
  description: 'That somebody signed up by a form, and what they agreed to. Kept with the subscription.',
  fields: (t) => ({
    id: t.exposeID('id'),
    formId: t.exposeID('formId', { description: 'Of the form, which may have been deleted since.' }),
    subscriberId: t.exposeID('subscriberId'),
    consentText: t.exposeString('consentText', { nullable: true, description: 'As it stood in the form.' }),
    consentVersion: t.exposeInt('consentVersion', { nullable: true }),
    addressFamily: t.exposeInt('addressFamily', { description: '4 or 6: the kind of network address it came from.' }),
    address: t.exposeString('address', { nullable: true, description: 'Null unless the form keeps it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});
