import {
  MailDocument,
  MailsDocument,
  MailTimelineDocument,
  MessageTimelineDocument,
  PreviewMailDocument,
  ResendMailDocument,
  SendMailDocument,
} from '../../generated/documents.ts';
import { created, dataOf, one, page, unlessConflict } from '../answer.ts';
import { route } from '../route.ts';

export const transactionalMails = [
  route('GET /transactional-mails', MailsDocument, page),
  route('POST /transactional-mails', SendMailDocument, created),
  route('GET /transactional-mails/:mail', MailDocument, one),
  route('GET /transactional-mails/:mail/preview', PreviewMailDocument, one),
  route('GET /transactional-mails/:mail/timeline', MailTimelineDocument, dataOf('timeline')),
  route('GET /messages/:message/timeline', MessageTimelineDocument, one),
  route('POST /transactional-mails/:mail/resend', ResendMailDocument, unlessConflict(created)),
];
