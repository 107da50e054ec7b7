import { USUAL_REPEAT_DAYS } from '../domain/forms/kinds.ts';
import { builder } from './builder.ts';
import { FormDesign, FormKind } from './form-kinds.ts';

const FormFieldInput = builder.inputType('FormFieldInput', {
  fields: (t) => ({
    field: t.string({ required: true, description: 'first_name, last_name or the key of a contact field.' }),
    label: t.string({ description: "The label of the field. Default: the contact field's label." }),
    required: t.boolean({ defaultValue: false, description: 'Whether the field must be filled in. Default: false.' }),
    hidden: t.boolean({ defaultValue: false, description: 'Default: false. A hidden field requires a value.' }),
    value: t.string({ description: 'The value stored for each sign-up, as text: "true", "12.5", "2026-01-31".' }),
  }),
});

const HOSTS = 'Hosts of the sites with the form, such as www.shop.example. At most 50.';
const REDIRECT =
  'An address on one of the hosts, on a verified sending domain of the team or a subdomain of it, or on this installation.';

export const CreateFormInput = builder.inputType('CreateFormInput', {
  fields: (t) => ({
    listId: t.id({ required: true, description: 'Id of the list for new subscribers.' }),
    name: t.string({ required: true, description: 'An internal name.' }),
    kind: t.field({ type: FormKind, description: 'How the form appears on a site. Default: INLINE.' }),
    design: t.field({ type: FormDesign, description: "The form's look. Default: CLEAN." }),
    openAfterSeconds: t.int({
      description:
        'Open a popup, slide-in or bar after 0 to 3600 seconds. Default: 5, unless another condition is given.',
    }),
    openAfterPercent: t.int({ description: 'Open it after 1 to 100 percent of the page were scrolled.' }),
    openOnLeave: t.boolean({
      defaultValue: false,
      description: 'Whether to open it when the mouse leaves the page at the top. Default: false.',
    }),
    repeatAfterDays: t.int({
      defaultValue: USUAL_REPEAT_DAYS,
      description: 'For how many days it stays closed after a visitor closed it, 0 to 365. Default: 30.',
    }),
    title: t.string({ description: "The public heading. Default: the list's name." }),
    text: t.string({ description: 'Text above the form.' }),
    button: t.string({ description: "Button label. Default: `Subscribe`, translated to the form's language." }),
    fields: t.field({
      type: [FormFieldInput],
      description: 'The fields of the form beside the e-mail address, at most 30.',
    }),
    tags: t.stringList({ description: 'At most 100 names. Tags that do not exist are created.' }),
    consentText: t.string({ description: 'Consent text next to a checkbox. Default: no checkbox.' }),
    keepAddress: t.boolean({
      defaultValue: false,
      description: 'Whether to store the IP address of sign-ups. Default: false.',
    }),
    successTitle: t.string({
      description: "The heading after a sign-up. Default: a text in the form's language.",
    }),
    successText: t.string({ description: 'Text on the page after a sign-up, below its heading.' }),
    redirectUrl: t.field({ type: 'URL', description: REDIRECT }),
    hosts: t.stringList({ description: HOSTS }),
    locale: t.field({ type: 'Locale', description: "A BCP 47 language tag. Default: the list's language." }),
    proofOfWork: t.boolean({
      defaultValue: false,
      description: 'Whether browsers must solve a challenge, using a script. Default: false.',
    }),
    refuseDisposable: t.boolean({
      defaultValue: false,
      description: 'Whether to refuse disposable e-mail addresses. Default: false.',
    }),
  }),
});

export const PreviewFormInput = builder.inputType('PreviewFormInput', {
  description: 'Unsaved values of a form. Absent fields have their defaults.',
  fields: (t) => ({
    kind: t.field({ type: FormKind, description: 'How the form appears on a site. Default: INLINE.' }),
    design: t.field({ type: FormDesign, description: "The form's look. Default: CLEAN." }),
    listId: t.id({ description: 'Id of the list, for its name, its language and its message after a sign-up.' }),
    title: t.string({ description: "The public heading. Default: the list's name." }),
    text: t.string({ description: 'Text above the form.' }),
    button: t.string({ description: "Button label. Default: `Subscribe`, translated to the form's language." }),
    fields: t.field({
      type: [FormFieldInput],
      description: 'The fields of the form beside the e-mail address, at most 30.',
    }),
    consentText: t.string({ description: 'Consent text next to a checkbox. Default: no checkbox.' }),
    successTitle: t.string({ description: "The heading after a sign-up. Default: a text in the form's language." }),
    successText: t.string({ description: 'Text on the page after a sign-up, below its heading.' }),
    locale: t.field({ type: 'Locale', description: "A BCP 47 language tag. Default: the list's language." }),
    sent: t.boolean({
      defaultValue: false,
      description: 'Whether to show the message after a sign-up. Default: false.',
    }),
  }),
});

export const UpdateFormInput = builder.inputType('UpdateFormInput', {
  description: 'Absent fields keep their values; null resets them.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the form.' }),
    listId: t.id({ description: 'Id of the list for new subscribers.' }),
    name: t.string({ description: 'An internal name.' }),
    kind: t.field({ type: FormKind, description: 'How the form appears on a site. Null: INLINE.' }),
    design: t.field({ type: FormDesign, description: "The form's look. Null: CLEAN." }),
    openAfterSeconds: t.int({
      description: 'Open a popup, slide-in or bar after 0 to 3600 seconds. Null: 5, unless another condition is given.',
    }),
    openAfterPercent: t.int({ description: 'Open it after 1 to 100 percent of the page were scrolled.' }),
    openOnLeave: t.boolean({ description: 'Whether to open it when the mouse leaves the page at the top.' }),
    repeatAfterDays: t.int({
      description: 'For how many days it stays closed after a visitor closed it, 0 to 365. Null: 30.',
    }),
    title: t.string({ description: "The public heading. Null: the list's name." }),
    text: t.string({ description: 'Text above the form.' }),
    button: t.string({ description: "Button label. Null: `Subscribe`, translated to the form's language." }),
    fields: t.field({
      type: [FormFieldInput],
      description: 'The fields of the form beside the e-mail address, at most 30.',
    }),
    tags: t.stringList({ description: 'At most 100 names. Tags that do not exist are created.' }),
    consentText: t.string({ description: 'Consent text next to a checkbox. Null: no checkbox.' }),
    keepAddress: t.boolean({ description: 'Whether to store the IP address of sign-ups.' }),
    successTitle: t.string({
      description: "The heading after a sign-up. Null: a text in the form's language.",
    }),
    successText: t.string({ description: 'Text on the page after a sign-up, below its heading.' }),
    redirectUrl: t.field({ type: 'URL', description: REDIRECT }),
    hosts: t.stringList({ description: HOSTS }),
    locale: t.field({ type: 'Locale', description: "A BCP 47 language tag. Null: the list's language." }),
    proofOfWork: t.boolean({ description: 'Whether browsers must solve a challenge, using a script.' }),
    refuseDisposable: t.boolean({
      description: 'Whether to refuse disposable e-mail addresses.',
    }),
  }),
});
