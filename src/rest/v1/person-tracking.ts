import { SetPersonTrackingDocument } from '../../generated/documents.ts';
import { one } from '../answer.ts';
import { route } from '../route.ts';

export const personTracking = [route('PUT /people/tracking', SetPersonTrackingDocument, one)];
