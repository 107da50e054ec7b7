import {
  MailDocument,
  MailsDocument,
  PreviewMailDocument,
  ResendMailDocument,
  SendMailDocument,
} from '../../generated/documents.ts';
import { created, one, page } from '../answer.ts';
import { PAGES, route } from '../route.ts';

export const transactionalMails = [
  route('GET /transactional-mails', MailsDocument, page, PAGES),
  route('POST /transactional-mails', SendMailDocument, created),
  route('GET /transactional-mails/:mail', MailDocument, one),
  route('GET /transactional-mails/:mail/preview', PreviewMailDocument, one),
  route('POST /transactional-mails/:mail/resend', ResendMailDocument, created),
];
