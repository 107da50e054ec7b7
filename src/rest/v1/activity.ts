import { ActivityDocument } from '../../generated/documents.ts';
import { pageOf } from '../answer.ts';
import { route } from '../route.ts';

export const activity = [route('GET /subscribers/:subscriber/activity', ActivityDocument, pageOf('activity'))];
