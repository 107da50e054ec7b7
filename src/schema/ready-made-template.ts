import { listReadyMadeTemplates, type ReadyMadeTemplate as ReadyMade } from '../domain/content/ready-made/list.ts';
import { builder } from './builder.ts';
import { connection } from './pagination.ts';
import { TemplateEditor } from './template.ts';

const ReadyMadeTemplate = builder.objectRef<ReadyMade>('ReadyMadeTemplate').implement({
  description:
    'A template to begin with. `createTemplate` with its name, editor, subject and content makes it your own.',
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { description: 'What it is for, and what it needs.' }),
    subject: t.exposeString('subject'),
    editor: t.expose('editor', { type: TemplateEditor }),
    content: t.exposeString('content'),
    variables: t.expose('variables', { type: 'JSONObject', description: 'With these it shows all that it can.' }),
  }),
});

builder.queryFields((t) => ({
  readyMadeTemplates: t.connection({
    type: ReadyMadeTemplate,
    args: { offset: t.arg.int() },
    resolve: (_, args) => connection(listReadyMadeTemplates(args)),
  }),
}));
