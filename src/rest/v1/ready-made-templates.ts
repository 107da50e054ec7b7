import { ReadyMadeTemplatesDocument } from '../../generated/documents.ts';
import { page } from '../answer.ts';
import { route } from '../route.ts';

export const readyMadeTemplates = [route('GET /ready-made-templates', ReadyMadeTemplatesDocument, page)];
