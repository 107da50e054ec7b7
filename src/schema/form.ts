import { conversionRate } from '../domain/forms/form-counts.ts';
import type { FormField as Field } from '../domain/forms/form-input.ts';
import { createForm, deleteForm, fieldsOf, listForms, readForm, updateForm } from '../domain/forms/forms.ts';
import { formUrl, snippet } from '../domain/forms/snippet.ts';
import { found, orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { CreateFormInput, UpdateFormInput } from './form-input.ts';
import { List } from './list.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

/** Of the tags that still exist. */
const namesOf = (names: readonly unknown[]): string[] =>
  names.filter((name): name is string => typeof name === 'string').sort();

const FormField = builder.objectRef<Field>('FormField').implement({
  description: 'What a form asks for besides the e-mail address, or gives each sign-up without asking.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'first_name, last_name or the key of a contact field.' }),
    label: t.exposeString('label', { nullable: true, description: 'Null: that of the contact field.' }),
    required: t.exposeBoolean('required'),
    hidden: t.exposeBoolean('hidden', { description: 'True: nobody is asked, and each sign-up gets `value`.' }),
    value: t.exposeString('value', { nullable: true }),
  }),
});

export const Form = builder.prismaObject('Form', {
  description: 'A sign-up form of a list: a page, and HTML for other sites.',
  interfaces: [Node],
  fields: (t) => ({
    listId: t.exposeID('listId'),
    list: t.field({
      type: List,
      resolve: async ({ listId }, _, { loaders }) => found(await loaders.list.load(listId)),
    }),
    name: t.exposeString('name'),
    title: t.exposeString('title', { description: 'The heading of the page.' }),
    text: t.exposeString('text', { nullable: true, description: 'What stands above the form on its page.' }),
    button: t.exposeString('button', { nullable: true, description: 'Null: a word in the language of the form.' }),
    fields: t.field({ type: [FormField], resolve: (form) => fieldsOf(form) }),
    tags: t.stringList({
      description: 'The tags that sign-ups get.',
      resolve: ({ tagIds }, _, { loaders }) => loaders.tagName.loadMany(tagIds).then(namesOf),
    }),
    consentText: t.exposeString('consentText', { nullable: true, description: 'What people agree to by a box.' }),
    consentVersion: t.int({
      nullable: true,
      description: 'Counts the texts of the consent from 1. Null: no consent is asked for.',
      resolve: ({ consentText, consentVersion }) => (consentText === null ? null : consentVersion),
    }),
    keepAddress: t.exposeBoolean('keepAddress', { description: 'Whether sign-ups keep the network address.' }),
    successTitle: t.exposeString('successTitle', { nullable: true }),
    successText: t.exposeString('successText', { nullable: true }),
    redirectUrl: t.exposeString('redirectUrl', {
      nullable: true,
      description: 'Where a sign-up leads. Null: to a page that says the success text.',
    }),
    hosts: t.exposeStringList('hosts', { description: 'The sites that may show the page in a frame, and be led to.' }),
    locale: t.exposeString('locale'),
    proofOfWork: t.exposeBoolean('proofOfWork', { description: 'Browsers must solve a challenge, by a script.' }),
    refuseDisposable: t.exposeBoolean('refuseDisposable', {
      description: 'Addresses of services that give anybody one for some minutes are refused.',
    }),
    url: t.string({
      description: 'The page of the form.',
      resolve: ({ id }, _, { installation: { config } }) => formUrl(config.publicUrl, id),
    }),
    html: t.string({
      description: 'The form for other sites. It works without its script, which keeps people on the site.',
      resolve: async (form, _, { loaders, installation: { config } }) =>
        snippet({ ...form, asked: await loaders.askedFields.load(form) }, config.publicUrl),
    }),
    views: t.int({
      description: 'How often it was shown. Machines that look at it ahead of people are left out.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.formFigures.load(id)).views,
    }),
    signUpsCount: t.int({
      description: 'How often it was sent and taken, by whomever.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.formFigures.load(id)).signUps,
    }),
    conversionRate: t.float({
      nullable: true,
      description: 'Sign-ups by views, at most 1. Null: it was never shown.',
      resolve: async ({ id }, _, { loaders }) => conversionRate(await loaders.formFigures.load(id)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  form: t.field({
    type: Form,
    nullable: true,
    description: 'A sign-up form, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readForm(scope, id)),
  }),
  forms: t.connection({
    type: Form,
    description: 'The sign-up forms of the team, newest first.',
    args: { listId: t.arg.id({ description: 'Those that lead to this list.' }), offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listForms(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createForm: t.field({
    type: Form,
    description: 'Creates a sign-up form. Its page can be opened at once.',
    args: { input: t.arg({ type: CreateFormInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createForm(scope, installation, input),
  }),
  updateForm: t.field({
    type: Form,
    description: 'Changes the fields that are given. Another text of the consent is its next version.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateFormInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) => updateForm(scope, installation, id, input),
  }),
  deleteForm: t.field({
    type: DeletePayload,
    description: 'Deletes a form. Its page is gone; what people agreed to stays with their subscriptions.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteForm(scope, id)),
  }),
}));
