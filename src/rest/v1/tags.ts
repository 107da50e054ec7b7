import {
  CreateTagDocument,
  DeleteTagDocument,
  MergeTagDocument,
  RenameTagDocument,
  TagDocument,
  TagsDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page } from '../answer.ts';
import { route } from '../route.ts';

export const tags = [
  route('GET /tags', TagsDocument, page),
  route('POST /tags', CreateTagDocument, created),
  route('GET /tags/:tag', TagDocument, one),
  route('PATCH /tags/:tag', RenameTagDocument, one),
  route('POST /tags/:tag/merge', MergeTagDocument, one),
  route('DELETE /tags/:tag', DeleteTagDocument, gone),
];
