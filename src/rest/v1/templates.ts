import {
  CreateTemplateDocument,
  DeleteTemplateDocument,
  PreviewTemplateDocument,
  ReadyMadeTemplatesDocument,
  RenderTemplateDocument,
  TemplateDocument,
  TemplatesDocument,
  TemplateUsesDocument,
  TestTemplateDocument,
  UpdateTemplateDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page, unlessConflict, warnedWith } from '../answer.ts';
import { route } from '../route.ts';

const NEW_TEMPLATE = {
  name: 'Welcome',
  editor: 'html',
  subject: 'Welcome, {{ name }}',
  content: '<h1>Welcome, {{ name }}!</h1>',
  styles: 'h1 { color: teal }',
  text: 'Hello {{ name }}',
};

export const templates = [
  route('GET /templates', TemplatesDocument, page),
  // A ready-made template can be sent as read, to copy it.
  route('POST /templates', CreateTemplateDocument, warnedWith(201), {
    example: NEW_TEMPLATE,
    ignored: ['key', 'description', 'variables'],
  }),
  route('GET /templates/:template', TemplateDocument, one),
  route('PUT /templates/:template', UpdateTemplateDocument, unlessConflict(warnedWith(200)), {
    example: { subject: 'Welcome to the shop, {{ name }}' },
  }),
  route('DELETE /templates/:template', DeleteTemplateDocument, gone),
  route('GET /templates/:template/uses', TemplateUsesDocument, one),
  route('POST /templates/preview', PreviewTemplateDocument, one, {
    example: {
      editor: 'markdown',
      subject: 'Hello {{ name }}',
      content: '# Hello {{ name }}',
      variables: { name: 'Ada' },
    },
  }),
  route('POST /templates/:template/test', TestTemplateDocument, created, {
    example: { to: ['ada@example.com'], from: 'hello@shop.example', variables: { name: 'Ada' } },
  }),
  route('POST /templates/:template/render', RenderTemplateDocument, one, {
    example: { variables: { name: 'Ada' }, locale: 'en' },
  }),
];

export const readyMadeTemplates = [route('GET /ready-made-templates', ReadyMadeTemplatesDocument, page)];
