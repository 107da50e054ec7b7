import {
  MailDocument,
  MailsDocument,
  MailTimelineDocument,
  type MailTimelineQuery,
  MessageTimelineDocument,
  PreviewMailDocument,
  ResendMailDocument,
  SendMailDocument,
} from '../../generated/documents.ts';
import { answer, created, one, page, unlessConflict } from '../answer.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { dataSchema } from '../openapi/responses.ts';
import { PAGES, route } from '../route.ts';

/** The whole of it: it is short. */
const timeline = answer(
  ({ timeline: data }: NonNullable<MailTimelineQuery['transactionalMail']>) => ({ status: 200, body: { data } }),
  ({ properties }) => ({ 200: dataSchema((properties as Record<string, JsonSchema>).timeline as JsonSchema) }),
);

export const transactionalMails = [
  route('GET /transactional-mails', MailsDocument, page, PAGES),
  route('POST /transactional-mails', SendMailDocument, created),
  route('GET /transactional-mails/:mail', MailDocument, one),
  route('GET /transactional-mails/:mail/preview', PreviewMailDocument, one),
  route('GET /transactional-mails/:mail/timeline', MailTimelineDocument, timeline),
  route('GET /messages/:message/timeline', MessageTimelineDocument, one),
  route('POST /transactional-mails/:mail/resend', ResendMailDocument, unlessConflict(created)),
];
