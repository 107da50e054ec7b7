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
import { answer, created, one, page } from '../answer.ts';
import { type JsonSchema, reference } from '../openapi/json-schema.ts';
import { dataSchema } from '../openapi/responses.ts';
import { PAGES, route } from '../route.ts';

/** A mail whose words were erased with a person cannot be sent again. */
const resent = answer(
  (mail, links) => created(mail, links),
  (mail) => ({ ...created.describe?.(mail), 409: reference('Error') }),
);

/** The whole of it: it is short. */
const timeline = answer(
  ({ timeline: data }: MailTimelineQuery['transactionalMail']) => ({ status: 200, body: { data } }),
  ({ properties }) => ({ 200: dataSchema((properties as Record<string, JsonSchema>).timeline as JsonSchema) }),
);

export const transactionalMails = [
  route('GET /transactional-mails', MailsDocument, page, PAGES),
  route('POST /transactional-mails', SendMailDocument, created),
  route('GET /transactional-mails/:mail', MailDocument, one),
  route('GET /transactional-mails/:mail/preview', PreviewMailDocument, one),
  route('GET /transactional-mails/:mail/timeline', MailTimelineDocument, timeline),
  route('GET /messages/:message/timeline', MessageTimelineDocument, one),
  route('POST /transactional-mails/:mail/resend', ResendMailDocument, resent),
];
