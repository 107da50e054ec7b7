import { RefusalsDocument } from '../../generated/documents.ts';
import { one } from '../answer.ts';
import { route } from '../route.ts';

export const refusals = [route('GET /refusals', RefusalsDocument, one)];
