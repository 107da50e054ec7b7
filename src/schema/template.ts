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
import { testTemplate } from '../domain/sending/test-template.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { RenderedMail } from './rendered-mail.ts';
import { mailFilters, TransactionalMail } from './transactional-mail.ts';

export const TemplateEditor = wireEnum('TemplateEditor', 'The editor that the content is written for.', EDITORS);

export const Template = builder.prismaObject('Template', {
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    editor: t.field({ type: TemplateEditor, resolve: (template) => template.editor }),
    subject: t.exposeString('subject', { nullable: true, description: 'Liquid.' }),
    content: t.exposeString('content', { description: 'In Liquid. For the editor BLOCKS, a JSON document of blocks.' }),
    styles: t.exposeString('styles', { nullable: true, description: 'CSS, which is inlined into the elements.' }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The text part, in Liquid. Null: it is made from the HTML.',
    }),
    html: t.exposeString('html', {
      description: 'The content compiled to HTML, with styles inlined. Still in Liquid.',
    }),
    localeVariants: t.field({
      type: 'JSONObject',
      description: 'Translations: maps a language to { subject?, content?, text? }.',
      resolve: variantsOf,
    }),
    strict: t.exposeBoolean('strict', {
      description: 'Whether an e-mail made of it is refused, or fails, when a variable has no value.',
    }),
    cssWarnings: t.exposeStringList('cssWarnings', {
      description: 'Mistakes in the CSS, each with its line and column. E-mail programs skip what is wrong.',
    }),
    warnings: t.stringList({
      description: 'Names in it that can have no value, such as `subscriber.firstname`.',
      resolve: (template, _, { loaders }) => loaders.templateWarnings.load(template),
    }),
    transactionalMails: t.connection({
      type: TransactionalMail,
      description: 'The mails made from the template, newest first by default.',
      args: mailFilters,
      resolve: ({ id }, request, { loaders }) => connection(loaders.mailsOfTemplate.load({ owner: id, request })),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const CreateTemplateInput = builder.inputType('CreateTemplateInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'Unique in the team.' }),
    editor: t.field({ type: TemplateEditor, required: true, description: 'The language of `content`.' }),
    subject: t.string({ description: 'In Liquid.' }),
    content: t.string({ required: true, description: 'In Liquid. For the editor BLOCKS, a JSON document of blocks.' }),
    styles: t.string({ description: 'CSS, which is inlined into the elements.' }),
    text: t.string({ description: 'The text part, in Liquid. Default: made from the HTML.' }),
    localeVariants: t.field({
      type: 'JSONObject',
      description: 'Translations: maps a language to `{subject?, content?, text?}`.',
    }),
    strict: t.boolean({
      description: 'Whether an e-mail made of it is refused, or fails, when a variable has no value. Default: false.',
    }),
  }),
});

const UpdateTemplateInput = builder.inputType('UpdateTemplateInput', {
  description: 'An absent field keeps its value, and null clears it.',
  fields: (t) => ({
    name: t.string({ description: 'Unique in the team.' }),
    editor: t.field({ type: TemplateEditor, description: 'The language of `content`.' }),
    subject: t.string({ description: 'In Liquid.' }),
    content: t.string({ description: 'In Liquid. For the editor BLOCKS, a JSON document of blocks.' }),
    styles: t.string({ description: 'CSS, which is inlined into the elements.' }),
    text: t.string({ description: 'The text part, in Liquid. Default: made from the HTML.' }),
    localeVariants: t.field({ type: 'JSONObject', description: 'All translations. One that is left out is removed.' }),
    strict: t.boolean({
      description: 'Whether an e-mail made of it is refused, or fails, when a variable has no value.',
    }),
    unchangedSince: t.field({
      type: 'DateTime',
      description: 'The `updatedAt` that was read before. Fails with CONFLICT if the template was changed since.',
    }),
  }),
});

const RenderTemplateInput = builder.inputType('RenderTemplateInput', {
  fields: (t) => ({
    variables: t.field({ type: 'JSONObject', description: 'What the template finds, by name.' }),
    locale: t.string({ description: 'The language to render the template in.' }),
    email: t.string({ description: 'The address of the person whose data the template shows.' }),
  }),
});

const PreviewTemplateInput = builder.inputType('PreviewTemplateInput', {
  fields: (t) => ({
    editor: t.field({ type: TemplateEditor, required: true, description: 'The language of `content`.' }),
    subject: t.string({ description: 'In Liquid.' }),
    content: t.string({ required: true, description: 'In Liquid. For the editor BLOCKS, a JSON document of blocks.' }),
    styles: t.string({ description: 'CSS, which is inlined into the elements.' }),
    text: t.string({ description: 'The text part, in Liquid. Default: made from the HTML.' }),
    variables: t.field({ type: 'JSONObject', description: 'What the content finds, by name.' }),
    email: t.string({ description: 'The address of the person whose data the content shows.' }),
    locale: t.string({ description: 'The language of the content, where blocks do not say it themselves.' }),
  }),
});

const TemplateUseKind = wireEnum('TemplateUseKind', 'What is made with a template.', TEMPLATE_USES);

const TemplateUseType = builder.objectRef<TemplateUse>('TemplateUse').implement({
  description: 'Something that is made with a template.',
  fields: (t) => ({
    kind: t.expose('kind', { type: TemplateUseKind }),
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    needed: t.exposeBoolean('needed', {
      description: 'Whether it still needs the template: a campaign that is sent, and an archived automation, do not.',
    }),
  }),
});

const TemplateUsesType = builder.objectRef<TemplateUses>('TemplateUses').implement({
  description: 'The campaigns and automations that are made with a template.',
  fields: (t) => ({
    total: t.exposeInt('total'),
    needed: t.exposeInt('needed', { description: 'How many of them still need the template.' }),
    uses: t.expose('uses', {
      type: [TemplateUseType],
      description: 'The first hundred of them: those that still need it first.',
    }),
  }),
});

const TestTemplateInput = builder.inputType('TestTemplateInput', {
  fields: (t) => ({
    to: t.stringList({ required: true, description: 'The addresses to which it is sent.' }),
    from: t.string({ description: 'Default: the sender of the team. Required where the team has none.' }),
    variables: t.field({ type: 'JSONObject', description: 'What the template finds, by name.' }),
    locale: t.string({ description: 'The language to render the template in.' }),
  }),
});

const TemplateOrder = orderInput('Template', TEMPLATE_ORDER_FIELDS);

builder.queryFields((t) => ({
  renderTemplate: t.field({
    type: RenderedMail,
    nullable: true,
    description: 'Renders a template with these variables. Nothing is sent.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: RenderTemplateInput }) },
    resolve: (_, { id, input }, { scope, installation }) =>
      orNull(renderTemplateFor(scope, id, input, installation.links)),
  }),
  previewTemplate: t.field({
    type: RenderedMail,
    description: 'Compiles and renders content that is not saved. Nothing is sent.',
    args: { input: t.arg({ type: PreviewTemplateInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => previewTemplate(scope, input, installation.links),
  }),
  templateUses: t.field({
    type: TemplateUsesType,
    nullable: true,
    description: 'Where a template is used.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTemplateUses(scope, id)),
  }),
  template: t.field({
    type: Template,
    nullable: true,
    description: 'A template, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTemplate(scope, id)),
  }),
  templates: t.connection({
    type: Template,
    description: 'The templates of the team, newest first unless ordered otherwise.',
    args: {
      search: t.arg.string({ description: 'Words that the name contains.' }),
      orderBy: t.arg({ type: TemplateOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listTemplates(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createTemplate: t.field({
    type: Template,
    description: 'Creates a template. Its content is compiled, and refused where it cannot be.',
    args: { input: t.arg({ type: CreateTemplateInput, required: true }) },
    resolve: (_, { input }, { scope }) => createTemplate(scope, input),
  }),
  updateTemplate: t.field({
    type: Template,
    description: 'Changes the fields that are given. Campaigns that were started keep the content they began with.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateTemplateInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => updateTemplate(scope, id, input),
  }),
  testTemplate: t.field({
    type: TransactionalMail,
    description: 'Sends the template as a test, to 1 to 50 addresses. The subject begins with "[Test]".',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: TestTemplateInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => testTemplate(scope, id, input),
  }),
  deleteTemplate: t.field({
    type: DeletePayload,
    description: 'Deletes a template. The mails that were made from it stay.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteTemplate(scope, id)),
  }),
}));
