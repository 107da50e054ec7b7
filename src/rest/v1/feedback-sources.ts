import {
  CreateFeedbackSourceDocument,
  DeleteFeedbackSourceDocument,
  FeedbackSourceDocument,
  FeedbackSourcesDocument,
  UpdateFeedbackSourceDocument,
} from '../../generated/documents.ts';
import { createdWithSecrets, gone, one, page } from '../answer.ts';
import { route } from '../route.ts';

export const feedbackSources = [
  route('GET /feedback-sources', FeedbackSourcesDocument, page),
  route('POST /feedback-sources', CreateFeedbackSourceDocument, createdWithSecrets),
  route('GET /feedback-sources/:source', FeedbackSourceDocument, one),
  route('PATCH /feedback-sources/:source', UpdateFeedbackSourceDocument, one),
  route('DELETE /feedback-sources/:source', DeleteFeedbackSourceDocument, gone),
];
