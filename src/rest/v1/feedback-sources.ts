import {
  CreateFeedbackSourceDocument,
  type CreateFeedbackSourceMutation,
  DeleteFeedbackSourceDocument,
  FeedbackSourceDocument,
  FeedbackSourcesDocument,
  UpdateFeedbackSourceDocument,
} from '../../generated/documents.ts';
import { answer, gone, one, page } from '../answer.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { dataSchema } from '../openapi/responses.ts';
import { PAGES, route } from '../route.ts';

/** The details of the source, and this once its address and secret. */
const opened = answer(
  ({ url, secret, details }: CreateFeedbackSourceMutation['createFeedbackSource']) => ({
    status: 201,
    body: { data: { ...(details as object), url, secret } },
  }),
  (value) => {
    const { url, secret, details } = value.properties as Record<string, JsonSchema>;
    const shownOnce = { type: 'object', properties: { url, secret }, required: ['url', 'secret'] };
    return { 201: dataSchema({ allOf: [details as JsonSchema, shownOnce] }) };
  },
);

export const feedbackSources = [
  route('GET /feedback-sources', FeedbackSourcesDocument, page, PAGES),
  route('POST /feedback-sources', CreateFeedbackSourceDocument, opened),
  route('GET /feedback-sources/:source', FeedbackSourceDocument, one),
  route('PATCH /feedback-sources/:source', UpdateFeedbackSourceDocument, one),
  route('DELETE /feedback-sources/:source', DeleteFeedbackSourceDocument, gone),
];
