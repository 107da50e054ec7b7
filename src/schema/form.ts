import { conversionRate } from '../domain/forms/form-counts.ts';
import type { FormField as Field } from '../domain/forms/form-input.ts';
import {
  createForm,
  deleteForm,
  FORM_ORDER_FIELDS,
  fieldsOf,
  listForms,
  readForm,
  updateForm,
} from '../domain/forms/forms.ts';
import type { FormDesign as Design, FormKind as Kind } from '../domain/forms/kinds.ts';
import { previewForm } from '../domain/forms/preview-form.ts';
import { formUrl, snippet } from '../domain/forms/snippet.ts';
import { found, orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { CreateFormInput, PreviewFormInput, UpdateFormInput } from './form-input.ts';
import { FormDesign, FormKind } from './form-kinds.ts';
import { List } from './list.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { FAILS_ALONE } from './permissions.ts';

/** Names of the remaining tags. */
const namesOf = (names: readonly unknown[]): string[] =>
  names.filter((name): name is string => typeof name === 'string').sort();

const FormField = builder.objectRef<Field>('FormField').implement({
  description: 'A form field in addition to the e-mail address, either visible or hidden.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'first_name, last_name or the key of a contact field.' }),
    label: t.exposeString('label', { nullable: true, description: "Null: the contact field's label." }),
    required: t.exposeBoolean('required'),
    hidden: t.exposeBoolean('hidden', { description: 'True: the field is not shown, and each sign-up gets `value`.' }),
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
    // Checks of the table hold the values of both.
    kind: t.field({
      type: FormKind,
      description: 'Inline, a popup, a slide-in, a bar, or only its own page.',
      resolve: ({ kind }) => kind as Kind,
    }),
    design: t.field({
      type: FormDesign,
      description: 'One of three looks in the colours of the brand.',
      resolve: ({ design }) => design as Design,
    }),
    openAfterSeconds: t.exposeInt('openAfterSeconds', {
      nullable: true,
      description:
        'A popup, slide-in or bar opens after this many seconds. Null: time does not open it, or without other conditions after 5 seconds.',
    }),
    openAfterPercent: t.exposeInt('openAfterPercent', {
      nullable: true,
      description: 'It opens once the visitor has scrolled this much of the page. Null: scrolling does not open it.',
    }),
    openOnLeave: t.exposeBoolean('openOnLeave', {
      description: 'Whether it opens when the mouse leaves the page at the top.',
    }),
    repeatAfterDays: t.exposeInt('repeatAfterDays', {
      description: 'For how many days it stays closed for a visitor who closed it. 0: until the next page.',
    }),
    title: t.exposeString('title', { description: 'The public heading.' }),
    text: t.exposeString('text', { nullable: true, description: 'Text above the form.' }),
    button: t.exposeString('button', {
      nullable: true,
      description: "Button label. Null: `Subscribe`, translated to the form's language.",
    }),
    fields: t.field({ type: [FormField], resolve: (form) => fieldsOf(form) }),
    tags: t.stringList({
      description: 'Tags for new sign-ups.',
      resolve: ({ tagIds }, _, { loaders }) => loaders.tagName.loadMany(tagIds).then(namesOf),
    }),
    consentText: t.exposeString('consentText', { nullable: true, description: 'Consent text next to a checkbox.' }),
    consentVersion: t.int({
      nullable: true,
      description: 'The version of the consent text, starting at 1. Null: no consent text.',
      resolve: ({ consentText, consentVersion }) => (consentText === null ? null : consentVersion),
    }),
    keepAddress: t.exposeBoolean('keepAddress', { description: 'Whether the IP address of sign-ups is stored.' }),
    successTitle: t.exposeString('successTitle', { nullable: true }),
    successText: t.exposeString('successText', { nullable: true }),
    redirectUrl: t.expose('redirectUrl', {
      type: 'URL',
      nullable: true,
      description: 'The redirect after a sign-up. Null: a page with the success text.',
    }),
    hosts: t.exposeStringList('hosts', { description: 'Sites that may embed the form or receive redirects.' }),
    locale: t.expose('locale', { type: 'Locale' }),
    proofOfWork: t.exposeBoolean('proofOfWork', {
      description: 'Whether browsers must solve a challenge, using a script.',
    }),
    refuseDisposable: t.exposeBoolean('refuseDisposable', {
      description: 'Whether disposable e-mail addresses are refused.',
    }),
    url: t.field({
      type: 'URL',
      description: "The address of the form's page.",
      resolve: ({ id }, _, { installation: { config } }) => formUrl(config.publicUrl, id),
    }),
    html: t.string({
      description:
        'HTML for other sites: an inline form, which also works without its script; a script that opens the form over the page; or a link to its page.',
      resolve: async (form, _, { loaders, installation: { config } }) =>
        snippet(await loaders.shownForm.load(form), config.publicUrl),
    }),
    views: t.int({
      description: 'Views of the form, without machines that prefetch pages.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.formFigures.load(id)).views,
    }),
    signUpsCount: t.int({
      description: 'Processed sign-ups.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.formFigures.load(id)).signUps,
    }),
    conversionRate: t.float({
      nullable: true,
      description: 'Sign-ups divided by views, at most 1. Null without views.',
      resolve: async ({ id }, _, { loaders }) => conversionRate(await loaders.formFigures.load(id)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const FormPreview = builder.objectRef<{ html: string }>('FormPreview').implement({
  description: 'A form on a page of its kind.',
  fields: (t) => ({ html: t.exposeString('html', { description: 'A whole HTML document, without scripts.' }) }),
});

const FormOrder = orderInput('Form', FORM_ORDER_FIELDS);

builder.queryFields((t) => ({
  previewForm: t.field({
    type: FormPreview,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'Shows unsaved values of a form on a page of its kind. Changes nothing.',
    args: { input: t.arg({ type: PreviewFormInput, required: true }) },
    resolve: (_, { input }, { scope }) => previewForm(scope, input),
  }),
  form: t.field({
    type: Form,
    nullable: true,
    description: 'A sign-up form by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readForm(scope, id)),
  }),
  forms: t.connection({
    type: Form,
    description: 'The sign-up forms of the team. Default order: newest first.',
    args: {
      listId: t.arg.id({ description: 'Only forms of this list. An unknown id returns an empty page.' }),
      search: t.arg.string({ description: 'Words in the name.' }),
      orderBy: t.arg({ type: FormOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listForms(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createForm: t.field({
    type: Form,
    description: 'Creates a sign-up form. Its page is available immediately.',
    args: { input: t.arg({ type: CreateFormInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createForm(scope, installation, input),
  }),
  updateForm: t.field({
    type: Form,
    description: 'Updates the given fields. A changed consent text gets a new version.',
    args: { input: t.arg({ type: UpdateFormInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) => updateForm(scope, installation, id, input),
  }),
  deleteForm: t.field({
    type: DeletePayload,
    description: 'Deletes a form and its page. Records of consent stay with the subscriptions.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteForm(scope, id)),
  }),
}));
