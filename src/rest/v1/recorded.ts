import { RecordedEventsDocument, SalesDocument } from '../../generated/documents.ts';
import { page, pageOfSize } from '../answer.ts';
import { route } from '../route.ts';

/** What was recorded of everybody. */
export const recorded = [
  route('GET /events/recorded', RecordedEventsDocument, pageOfSize({ usual: 50, max: 200 })),
  route('GET /sales', SalesDocument, page),
];
