import {
  MailDocument,
  MailsDocument,
  PreviewMailDocument,
  ResendMailDocument,
  SendMailDocument,
} from '../../generated/documents.ts';
import { answer, created, one, page } from '../answer.ts';
import { reference } from '../openapi/json-schema.ts';
import { PAGES, route } from '../route.ts';

/** A mail whose words were erased with a person cannot be sent again. */
const resent = answer(
  (mail, links) => created(mail, links),
  (mail) => ({ ...created.describe?.(mail), 409: reference('Error') }),
);

export const transactionalMails = [
  route('GET /transactional-mails', MailsDocument, page, PAGES),
  route('POST /transactional-mails', SendMailDocument, created),
  route('GET /transactional-mails/:mail', MailDocument, one),
  route('GET /transactional-mails/:mail/preview', PreviewMailDocument, one),
  route('POST /transactional-mails/:mail/resend', ResendMailDocument, resent),
];
