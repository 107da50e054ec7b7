import {
  EventNamesDocument,
  EventPropertiesDocument,
  RecordedEventsDocument,
  SalesDocument,
} from '../../generated/documents.ts';
import { one, page, pageOfSize } from '../answer.ts';
import { route } from '../route.ts';

/** Recorded data of all people. */
export const recorded = [
  route('GET /events/recorded', RecordedEventsDocument, pageOfSize({ usual: 50, max: 200 })),
  route('GET /events/names', EventNamesDocument, one),
  route('GET /events/properties', EventPropertiesDocument, one),
  route('GET /sales', SalesDocument, page),
];
