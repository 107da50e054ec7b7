import { EDITORS } from '../domain/content/compiling/compile.ts';
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  updateTemplate,
  variantsOf,
} from '../domain/content/templates.ts';
import { renderTemplateFor } from '../domain/sending/rendered-template.ts';
import { testTemplate } from '../domain/sending/test-template.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { connection } from './pagination.ts';
import { RenderedMail } from './rendered-mail.ts';
import { TransactionalMail } from './transactional-mail.ts';

export const TemplateEditor = wireEnum('TemplateEditor', 'What the content is written in.', EDITORS);

export const Template = builder.prismaObject('Template', {
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    name: t.exposeString('name'),
    editor: t.field({ type: TemplateEditor, resolve: (template) => template.editor }),
    subject: t.exposeString('subject', { nullable: true, description: 'Liquid.' }),
    content: t.exposeString('content', { description: 'Liquid; a JSON document of blocks for the editor BLOCKS.' }),
    styles: t.exposeString('styles', { nullable: true, description: 'CSS, which is written onto the elements.' }),
    html: t.exposeString('html', { description: 'What the content compiles to: still Liquid, styles inlined.' }),
    localeVariants: t.field({
      type: 'JSONObject',
      description: 'Language → what is said instead: { subject?, content? }.',
      resolve: variantsOf,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const TemplateInput = builder.inputType('TemplateInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'Unique in the team.' }),
    editor: t.field({ type: TemplateEditor, required: true }),
    subject: t.string(),
    content: t.string({ required: true }),
    styles: t.string(),
    localeVariants: t.field({ type: 'JSONObject' }),
  }),
});

const TemplateChange = builder.inputType('TemplateChange', {
  description: 'Absent keeps, null clears, a value sets.',
  fields: (t) => ({
    name: t.string(),
    editor: t.field({ type: TemplateEditor }),
    subject: t.string(),
    content: t.string(),
    styles: t.string(),
    localeVariants: t.field({ type: 'JSONObject', description: 'All of them: one that is left out is removed.' }),
  }),
});

const RenderInput = builder.inputType('RenderInput', {
  fields: (t) => ({
    variables: t.field({ type: 'JSONObject' }),
    locale: t.string({ description: "Which of the template's languages." }),
    email: t.string({ description: 'Whom the template may greet.' }),
  }),
});

const TestInput = builder.inputType('TemplateTestInput', {
  fields: (t) => ({
    to: t.stringList({ required: true }),
    from: t.string(),
    variables: t.field({ type: 'JSONObject' }),
    locale: t.string(),
  }),
});

builder.queryFields((t) => ({
  renderTemplate: t.field({
    type: RenderedMail,
    description: 'What a template says with these variables; nothing is sent.',
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: RenderInput }) },
    resolve: (_, { id, input }, { scope }) => renderTemplateFor(scope, id, input),
  }),
  template: t.field({
    type: Template,
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { scope }) => readTemplate(scope, id),
  }),
  templates: t.connection({
    type: Template,
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listTemplates(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createTemplate: t.field({
    type: Template,
    args: { input: t.arg({ type: TemplateInput, required: true }) },
    resolve: (_, { input }, { scope }) => createTemplate(scope, input),
  }),
  updateTemplate: t.field({
    type: Template,
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: TemplateChange, required: true }) },
    resolve: (_, { id, input }, { scope }) => updateTemplate(scope, id, input),
  }),
  testTemplate: t.field({
    type: TransactionalMail,
    description: 'Sends the template to somebody who wants to see it arrive; "[Test]" stands before the subject.',
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: TestInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => testTemplate(scope, id, input),
  }),
  deleteTemplate: t.field({
    type: Template,
    description: 'Mails that were made from it stay. Gives the template as it was.',
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { scope }) => deleteTemplate(scope, id),
  }),
}));
