import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  updateTemplate,
} from '../domain/content/templates.ts';
import { renderTemplateFor } from '../domain/sending/rendered-template.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { connection } from './pagination.ts';
import { RenderedMail } from './rendered-mail.ts';

const TemplateEditor = wireEnum('TemplateEditor', 'What the content is written in.', ['html']);

export const Template = builder.prismaObject('Template', {
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    name: t.exposeString('name'),
    editor: t.field({ type: TemplateEditor, resolve: (template) => template.editor as 'html' }),
    subject: t.exposeString('subject', { nullable: true, description: 'Liquid.' }),
    content: t.exposeString('content', { description: 'Liquid.' }),
    styles: t.exposeString('styles', { nullable: true, description: 'CSS.' }),
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
  }),
});

const RenderInput = builder.inputType('RenderInput', {
  fields: (t) => ({
    variables: t.field({ type: 'JSONObject' }),
    locale: t.string({ description: "Which of the template's languages." }),
    email: t.string({ description: 'Whom the template may greet.' }),
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
  deleteTemplate: t.field({
    type: Template,
    description: 'Mails that were made from it stay. Gives the template as it was.',
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { scope }) => deleteTemplate(scope, id),
  }),
}));
