import { listReadyMadeTemplates, type ReadyMadeTemplate as ReadyMade } from '../domain/content/ready-made/list.ts';
import { builder } from './builder.ts';
import { connection } from './pagination.ts';
import { TemplateEditor } from './template.ts';

const ReadyMadeTemplate = builder.objectRef<ReadyMade>('ReadyMadeTemplate').implement({
  description:
    'A template to start from. To make a copy of your own, pass its name, editor, subject, content and localeVariants to `createTemplate`.',
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.exposeString('name'),
    description: t.exposeString('description', {
      description: 'What the template is for, and which variables it needs.',
    }),
    subject: t.exposeString('subject'),
    editor: t.expose('editor', { type: TemplateEditor }),
    content: t.exposeString('content'),
    localeVariants: t.expose('localeVariants', {
      type: 'JSONObject',
      description: 'The template in other languages. Empty for those whose texts are to be replaced.',
    }),
    variables: t.expose('variables', {
      type: 'JSONObject',
      description: 'Example variables that show everything in the template.',
    }),
  }),
});

builder.queryFields((t) => ({
  readyMadeTemplates: t.connection({
    type: ReadyMadeTemplate,
    description: 'Content to begin a template with.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { installation }) => connection(listReadyMadeTemplates(args, installation.links.picturesUrl)),
  }),
}));
