import { listReadyMadeTemplates, type ReadyMadeTemplate as ReadyMade } from '../domain/content/ready-made/list.ts';
import { builder } from './builder.ts';
import { connection } from './pagination.ts';
import { TemplateEditor } from './template.ts';
import { TemplateTranslation, translationsOf } from './template-translation.ts';

const ReadyMadeTemplate = builder.objectRef<ReadyMade>('ReadyMadeTemplate').implement({
  description:
    'A ready-made template. To copy it, pass its `name`, `editor`, `subject`, `content` and `localeVariants` to `createTemplate`.',
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.exposeString('name'),
    description: t.exposeString('description', {
      description: 'Its purpose and required variables.',
    }),
    subject: t.exposeString('subject'),
    editor: t.expose('editor', { type: TemplateEditor }),
    content: t.exposeString('content'),
    translations: t.field({
      type: [TemplateTranslation],
      description: 'The translations of the template, by language.',
      resolve: ({ localeVariants }) => translationsOf(localeVariants),
    }),
    localeVariants: t.expose('localeVariants', {
      type: 'JSONObject',
      description: 'Translations of the template. Empty if its texts are placeholders.',
    }),
    variables: t.expose('variables', {
      type: 'JSONObject',
      description: 'Example variables for a full preview.',
    }),
  }),
});

builder.queryFields((t) => ({
  readyMadeTemplates: t.connection({
    type: ReadyMadeTemplate,
    description: 'Templates to copy, each with its purpose and variables.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { installation }) => connection(listReadyMadeTemplates(args, installation.links.picturesUrl)),
  }),
}));
