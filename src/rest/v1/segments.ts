import {
  AllSegmentsDocument,
  CreateSegmentDocument,
  DeleteSegmentDocument,
  ExplainSegmentDocument,
  PreviewSegmentDocument,
  SegmentDocument,
  SegmentSubscribersDocument,
  SegmentsDocument,
  UpdateSegmentDocument,
} from '../../generated/documents.ts';
import { created, gone, one, page, pageOf } from '../answer.ts';
import { route } from '../route.ts';

export const segments = [
  route('GET /segments', AllSegmentsDocument, page),
  route('GET /lists/:list/segments', SegmentsDocument, page),
  route('POST /lists/:list/segments', CreateSegmentDocument, created),
  route('POST /lists/:list/segments/preview', PreviewSegmentDocument, one),
  route('GET /segments/:segment', SegmentDocument, one),
  route('PUT /segments/:segment', UpdateSegmentDocument, one),
  route('DELETE /segments/:segment', DeleteSegmentDocument, gone),
  route('GET /segments/:segment/subscribers', SegmentSubscribersDocument, pageOf('subscribers')),
  route('GET /segments/:segment/explain', ExplainSegmentDocument, one),
];
