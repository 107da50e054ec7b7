import { EDITORS } from '../domain/content/compiling/editors.ts';
import { listTemplates, TEMPLATE_ORDER_FIELDS } from '../domain/content/list-templates.ts';
import {
  readTemplateUses,
  TEMPLATE_USES,
  type TemplateUse,
  type TemplateUses,
} from '../domain/content/template-uses.ts';
import {
  createTemplate,
  deleteTemplate,
  readTemplate,
  updateTemplate,
  variantsOf,
} from '../domain/content/templates.ts';
import { orNull } from '../domain/found.ts';
import { previewTemplate } from '../domain/sending/preview-template.ts';
import { renderTemplateFor } from '../domain/sending/rendered-template.ts';
import { testTemplate } from '../domain/sending/transactional-mails.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { openEnum, wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { FAILS_ALONE } from './permissions.ts';
import { RenderedMail } from './rendered-mail.ts';
import { TemplateTranslation, translationsOf } from './template-translation.ts';
import { TransactionalMail } from './transactional-mail.ts';
import { mailArgs } from './transactional-mail-filter.ts';
import { Warning, warnings } from './warning.ts';

export const TemplateEditor = wireEnum(
  'TemplateEditor',
  'The editor of a template, which determines the language of its content.',
  EDITORS,
);

export const Template = builder.prismaObject('Template', {
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    editor: t.field({ type: TemplateEditor, resolve: (template) => template.editor }),
    subject: t.exposeString('subject', { nullable: true, description: 'Liquid.' }),
    content: t.exposeString('content', {
      description: 'Liquid template. For the editor BLOCKS: a JSON document of blocks.',
    }),
    styles: t.exposeString('styles', { nullable: true, description: 'CSS, inlined into the elements.' }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The text part, in Liquid. Null: generated from the HTML.',
    }),
    html: t.exposeString('html', {
      description: 'The content compiled to HTML with inlined styles, still with Liquid.',
    }),
    translations: t.field({
      type: [TemplateTranslation],
      description: 'The translations of the template, by language.',
      resolve: (template) => translationsOf(variantsOf(template)),
    }),
    localeVariants: t.field({
      type: 'JSONObject',
      description: 'Translations: maps a language to `{subject?, content?, text?}`.',
      resolve: variantsOf,
    }),
    strict: t.exposeBoolean('strict', {
      description: 'Whether its e-mails are refused, or fail, if a variable has no value.',
    }),
    cssWarnings: t.field({
      type: [Warning],
      description: 'Errors in the CSS with line and column. E-mail clients skip the faulty parts.',
      resolve: ({ cssWarnings }) => warnings(cssWarnings),
    }),
    warnings: t.field({
      type: [Warning],
      description: 'Warnings about variables that do not exist, such as `subscriber.firstname`.',
      resolve: (template, _, { loaders }) => loaders.templateWarnings.load(template).then(warnings),
    }),
    transactionalMails: t.connection({
      type: TransactionalMail,
      description: 'The transactional e-mails made from the template. Default order: newest first.',
      args: mailArgs,
      resolve: ({ id }, { filter, ...args }, { loaders }) =>
        connection(loaders.mailsOfTemplate.load({ owner: id, request: { ...filter, ...args } })),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const CreateTemplateInput = builder.inputType('CreateTemplateInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'Unique in the team.' }),
    editor: t.field({ type: TemplateEditor, required: true, description: 'The format of `content`.' }),
    subject: t.string({ description: 'Liquid template.' }),
    content: t.string({
      required: true,
      description: 'Liquid template. For the editor BLOCKS: a JSON document of blocks.',
    }),
    styles: t.string({ description: 'CSS, inlined into the elements.' }),
    text: t.string({ description: 'The text part, in Liquid. Default: generated from the HTML.' }),
    localeVariants: t.field({
      type: 'JSONObject',
      description: 'Translations: maps a language to `{subject?, content?, text?}`.',
    }),
    strict: t.boolean({
      defaultValue: false,
      description: 'Whether its e-mails are refused, or fail, if a variable has no value. Default: false.',
    }),
  }),
});

const UpdateTemplateInput = builder.inputType('UpdateTemplateInput', {
  description: 'Absent fields keep their values; null clears them.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the template.' }),
    name: t.string({ description: 'Unique in the team.' }),
    editor: t.field({ type: TemplateEditor, description: 'The format of `content`.' }),
    subject: t.string({ description: 'Liquid template.' }),
    content: t.string({ description: 'Liquid template. For the editor BLOCKS: a JSON document of blocks.' }),
    styles: t.string({ description: 'CSS, inlined into the elements.' }),
    text: t.string({ description: 'The text part, in Liquid. Default: generated from the HTML.' }),
    localeVariants: t.field({ type: 'JSONObject', description: 'All translations. Missing ones are removed.' }),
    strict: t.boolean({
      description: 'Whether its e-mails are refused, or fail, if a variable has no value.',
    }),
    unchangedSince: t.field({
      type: 'DateTime',
      description:
        'The last known `updatedAt`. Fails with CONFLICT (`CHANGED_SINCE`) if the template has changed since.',
    }),
  }),
});

const RenderTemplateInput = builder.inputType('RenderTemplateInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the template.' }),
    variables: t.field({ type: 'JSONObject', description: 'Variables by name.' }),
    locale: t.field({ type: 'Locale', description: 'The language of the e-mail: a BCP 47 tag such as `de`.' }),
    email: t.field({
      type: 'EmailAddress',
      description: 'The person for the `subscriber` variables, by e-mail address.',
    }),
  }),
});

const PreviewTemplateInput = builder.inputType('PreviewTemplateInput', {
  fields: (t) => ({
    editor: t.field({ type: TemplateEditor, required: true, description: 'The format of `content`.' }),
    subject: t.string({ description: 'Liquid template.' }),
    content: t.string({
      required: true,
      description: 'Liquid template. For the editor BLOCKS: a JSON document of blocks.',
    }),
    styles: t.string({ description: 'CSS, inlined into the elements.' }),
    text: t.string({ description: 'The text part, in Liquid. Default: generated from the HTML.' }),
    variables: t.field({ type: 'JSONObject', description: 'Variables by name.' }),
    email: t.field({
      type: 'EmailAddress',
      description: 'The person for the `subscriber` variables, by e-mail address.',
    }),
    locale: t.field({ type: 'Locale', description: 'The language of the content, unless its blocks declare one.' }),
  }),
});

const TemplateUseKind = openEnum('TemplateUseKind', 'The type of object that uses a template.', TEMPLATE_USES);

const TemplateUseType = builder.objectRef<TemplateUse>('TemplateUse').implement({
  description: 'An object that uses a template.',
  fields: (t) => ({
    kind: t.expose('kind', { type: TemplateUseKind }),
    objectId: t.exposeID('id', { description: 'The id of the campaign or automation.' }),
    node: t.field({
      type: Node,
      nullable: true,
      description: 'The campaign or automation. Null once it is deleted.',
      resolve: ({ id }, _, { loaders }) => loadIfAny(loaders.node, id),
    }),
    name: t.exposeString('name'),
    needed: t.exposeBoolean('needed', {
      description: 'Whether the object still needs the template. Sent campaigns and archived automations do not.',
    }),
  }),
});

const TemplateUsesType = builder.objectRef<TemplateUses>('TemplateUses').implement({
  description: 'The campaigns and automations that use a template.',
  fields: (t) => ({
    total: t.exposeInt('total'),
    needed: t.exposeInt('needed', { description: 'The number of objects that still need the template.' }),
    uses: t.expose('uses', {
      type: [TemplateUseType],
      description: 'The first hundred, starting with objects that still need the template.',
    }),
  }),
});

builder.prismaObjectField(Template, 'uses', (t) =>
  t.field({
    type: TemplateUsesType,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'The objects that use the template.',
    resolve: (template, _, { loaders }) => loaders.templateUses.load(template),
  }),
);

const TestTemplateInput = builder.inputType('TestTemplateInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the template.' }),
    to: t.field({ type: ['EmailAddress'], required: true, description: "The recipients' addresses." }),
    from: t.field({
      type: 'EmailAddress',
      description: "The sender's address. Default: the team's sender. Required if the team has none.",
    }),
    variables: t.field({ type: 'JSONObject', description: 'Variables by name.' }),
    locale: t.field({ type: 'Locale', description: 'The language of the e-mail: a BCP 47 tag such as `de`.' }),
  }),
});

const TemplateOrder = orderInput('Template', TEMPLATE_ORDER_FIELDS);

builder.queryFields((t) => ({
  renderTemplate: t.field({
    type: RenderedMail,
    nullable: true,
    description: 'Renders a template with these variables. Sends nothing.',
    args: { input: t.arg({ type: RenderTemplateInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) =>
      orNull(renderTemplateFor(scope, id, input, installation.links)),
  }),
  previewTemplate: t.field({
    type: RenderedMail,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'Compiles and renders unsaved content. Sends nothing.',
    args: { input: t.arg({ type: PreviewTemplateInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => previewTemplate(scope, input, installation.links),
  }),
  templateUses: t.field({
    type: TemplateUsesType,
    nullable: true,
    description: 'The objects that use a template.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTemplateUses(scope, id)),
  }),
  template: t.field({
    type: Template,
    nullable: true,
    description: 'A template by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTemplate(scope, id)),
  }),
  templates: t.connection({
    type: Template,
    description: 'The templates of the team. Default order: newest first.',
    args: {
      search: t.arg.string({ description: 'Words in the name.' }),
      orderBy: t.arg({ type: TemplateOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listTemplates(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createTemplate: t.field({
    type: Template,
    description: 'Creates a template. Fails with BAD_USER_INPUT if its content cannot be compiled.',
    args: { input: t.arg({ type: CreateTemplateInput, required: true }) },
    resolve: (_, { input }, { scope }) => createTemplate(scope, input),
  }),
  updateTemplate: t.field({
    type: Template,
    description: 'Updates the given fields. Started campaigns keep their content.',
    args: { input: t.arg({ type: UpdateTemplateInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => updateTemplate(scope, id, input),
  }),
  testTemplate: t.field({
    type: TransactionalMail,
    description: 'Sends the template as a test to 1 to 50 addresses. The subject starts with "[Test]".',
    args: { input: t.arg({ type: TestTemplateInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => testTemplate(scope, id, input),
  }),
  deleteTemplate: t.field({
    type: DeletePayload,
    description: 'Deletes a template. Keeps the e-mails made from it.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteTemplate(scope, id)),
  }),
}));
