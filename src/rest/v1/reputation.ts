import { ReputationDocument } from '../../generated/documents.ts';
import { one } from '../answer.ts';
import { route } from '../route.ts';

export const reputation = [route('GET /reputation', ReputationDocument, one)];
