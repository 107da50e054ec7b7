import { builder } from './builder.ts';

const FormFieldInput = builder.inputType('FormFieldInput', {
  fields: (t) => ({
    field: t.string({ required: true, description: 'first_name, last_name or the key of a contact field.' }),
    label: t.string({ description: 'Default: the label of the contact field.' }),
    required: t.boolean({ description: 'Default: false.' }),
    hidden: t.boolean({ description: 'Default: false. A hidden field needs a value.' }),
    value: t.string({ description: 'What each sign-up gets, as text: "true", "12.5", "2026-01-31".' }),
  }),
});

const HOSTS = 'Hosts of the sites that the form is on, such as www.shop.example. At most 50.';
const REDIRECT =
  'Leads to one of the hosts, to a verified sending domain of the team or below it, or to this installation.';

export const CreateFormInput = builder.inputType('CreateFormInput', {
  fields: (t) => ({
    listId: t.id({ required: true, description: 'Id of the list to which people subscribe.' }),
    name: t.string({ required: true, description: 'What the team calls it.' }),
    title: t.string({ description: 'Default: the name.' }),
    text: t.string({ description: 'What stands above the form on its page.' }),
    button: t.string({ description: 'What stands on the button. Default: a word in the language of the form.' }),
    fields: t.field({ type: [FormFieldInput], description: 'At most 30, besides the e-mail address.' }),
    tags: t.stringList({ description: 'At most 100 names. Tags that do not exist are created.' }),
    consentText: t.string({ description: 'What people agree to by a box. Default: there is no box.' }),
    keepAddress: t.boolean({ description: 'Default: false.' }),
    successTitle: t.string({
      description: 'The heading once somebody has signed up. Default: in the language of the form.',
    }),
    successText: t.string({ description: 'The text below it.' }),
    redirectUrl: t.string({ description: REDIRECT }),
    hosts: t.stringList({ description: HOSTS }),
    locale: t.string({ description: 'A BCP 47 language tag. Default: that of the list.' }),
    proofOfWork: t.boolean({ description: 'Default: false.' }),
    refuseDisposable: t.boolean({ description: 'Default: false.' }),
  }),
});

export const UpdateFormInput = builder.inputType('UpdateFormInput', {
  description: 'An absent field keeps its value, and null sets it to its default.',
  fields: (t) => ({
    listId: t.id({ description: 'Id of the list to which people subscribe.' }),
    name: t.string({ description: 'What the team calls it.' }),
    title: t.string({ description: 'The heading of its page. Null: the name.' }),
    text: t.string({ description: 'What stands above the form on its page.' }),
    button: t.string({ description: 'What stands on the button. Null: a word in the language of the form.' }),
    fields: t.field({ type: [FormFieldInput], description: 'At most 30, besides the e-mail address.' }),
    tags: t.stringList({ description: 'At most 100 names. Tags that do not exist are created.' }),
    consentText: t.string({ description: 'What people agree to by a box. Null: there is no box.' }),
    keepAddress: t.boolean({ description: 'Whether sign-ups keep the network address.' }),
    successTitle: t.string({
      description: 'The heading once somebody has signed up. Null: in the language of the form.',
    }),
    successText: t.string({ description: 'The text below it.' }),
    redirectUrl: t.string({ description: REDIRECT }),
    hosts: t.stringList({ description: HOSTS }),
    locale: t.string({ description: 'A BCP 47 language tag. Null: that of the list.' }),
    proofOfWork: t.boolean({ description: 'Whether browsers must solve a challenge, by a script.' }),
    refuseDisposable: t.boolean({
      description: 'Whether addresses of services that give anybody one for some minutes are refused.',
    }),
  }),
});
