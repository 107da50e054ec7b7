import {
  CreateSegmentDocument,
  DeleteSegmentDocument,
  ExplainSegmentDocument,
  PreviewSegmentDocument,
  SegmentDocument,
  SegmentSubscribersDocument,
  SegmentsDocument,
  UpdateSegmentDocument,
} from '../../generated/documents.ts';
import { answer, created, gone, one, page } from '../answer.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { PAGES, route } from '../route.ts';

/** The page that is a field of the segment. */
const subscribersPage = answer(
  (segment: { subscribers: never }, links) => page(segment.subscribers, links),
  (segment) => page.describe?.((segment.properties as Record<string, JsonSchema>).subscribers as JsonSchema) ?? {},
);

export const segments = [
  route('GET /lists/:list/segments', SegmentsDocument, page, PAGES),
  route('POST /lists/:list/segments', CreateSegmentDocument, created),
  route('POST /lists/:list/segments/preview', PreviewSegmentDocument, one),
  route('GET /segments/:segment', SegmentDocument, one),
  route('PUT /segments/:segment', UpdateSegmentDocument, one),
  route('DELETE /segments/:segment', DeleteSegmentDocument, gone),
  route('GET /segments/:segment/subscribers', SegmentSubscribersDocument, subscribersPage, PAGES),
  route('GET /segments/:segment/explain', ExplainSegmentDocument, one),
];
