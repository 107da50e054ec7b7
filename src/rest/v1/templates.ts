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

export const templates = [
  route('GET /templates', TemplatesDocument, page),
  // A ready-made template can be sent as read, to copy it.
  route('POST /templates', CreateTemplateDocument, warnedWith(201), { ignored: ['key', 'description', 'variables'] }),
  route('GET /templates/:template', TemplateDocument, one),
  route('PUT /templates/:template', UpdateTemplateDocument, unlessConflict(warnedWith(200))),
  route('DELETE /templates/:template', DeleteTemplateDocument, gone),
  route('GET /templates/:template/uses', TemplateUsesDocument, one),
  route('POST /templates/preview', PreviewTemplateDocument, one),
  route('POST /templates/:template/test', TestTemplateDocument, created),
  route('POST /templates/:template/render', RenderTemplateDocument, one),
];

export const readyMadeTemplates = [route('GET /ready-made-templates', ReadyMadeTemplatesDocument, page)];
