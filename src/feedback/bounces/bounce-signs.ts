import { plainWords } from '../../domain/refusals/plain-words.ts';
import { decodeWords } from '../../mime/encoded-words.ts';
import { type Entity, type Fields, leaves } from '../../mime/mime.ts';
import { type Account, readAccount } from './account.ts';
import { ANSWER, AWAY, DAEMON, DELIVERED, FAILED, REFUSED, SUBJECT } from './bounce-words.ts';

/** Headers of automatic e-mails about the sender's own address. */
const isAnswer = ({ fields }: Entity, subject: string): boolean =>
  /vacation|auto-?reply/i.test(fields.get('auto-submitted') ?? '') ||
  fields.has('x-autoreply') ||
  fields.has('x-autorespond') ||
  ANSWER.test(subject);

/** Whether it is an auto-reply, not from a mail server: some services that hold e-mails back write delivery status fields. */
export const isReply = (mail: Entity): boolean =>
  isAnswer(mail, plainWords(decodeWords(mail.fields.get('subject') ?? ''))) && !isOfServer(mail.fields);

const RECEIPT = 'message/disposition-notification';

/**
 * Whether a receipt says that a mailbox refused the e-mail, by a filter or because it is full (RFC 5429, 2.1): the server deleted
 * it automatically. Such a mailbox exists.
 */
export const isRefusedByMailbox = (mail: Entity): boolean =>
  isOfServer(mail.fields) &&
  [...leaves(mail)].some(
    ({ type, body }) =>
      type === RECEIPT && /^disposition\s{0,5}:\s{0,5}automatic-action\/[^\n]{0,80}deleted/im.test(body),
  ) &&
  REFUSED.test(plainWords(readAccount(mail).lines.join('\n')));

const isOfServer = (fields: Fields): boolean => {
  const from = decodeWords(`${fields.get('from') ?? ''} ${fields.get('sender') ?? ''}`.slice(0, 500)).toLowerCase();
  return DAEMON.test(from) || /^(?:<>)?$/.test(from.trim());
};

/** The findings in the text: a server's reply or report fields, only words about a refusal, or nothing. */
export type Found = 'reply' | 'words' | 'nothing';

/**
 * Whether an e-mail is a bounce message, judged by its sender, subject, content and own words, not by its
 * quotations. Replies of people and programs, receipts and confirmations are not.
 */
export function isBounce(mail: Entity, { lines, returns }: Account, found: Found): boolean {
  const { fields } = mail;
  const subject = plainWords(decodeWords(fields.get('subject') ?? ''));
  const isSubject = SUBJECT.test(subject);
  const isSelf = isOfServer(fields);
  // A bounce that arrives through a list of postmasters has the header of the list.
  const isOfList = fields.has('list-unsubscribe') && [isSelf, isSubject, returns].filter(Boolean).length < 2;
  if (isAnswer(mail, subject) || isOfList) return false;
  const contentType = fields.get('content-type') ?? '';
  const types = [...leaves(mail)].map(({ type }) => type);
  const isReceipt = types.includes(RECEIPT) || OF_RECEIPT.test(contentType);
  if (types.includes('message/feedback-report')) return false;
  if (isReceipt ? !isRefusedByMailbox(mail) : OF_ANOTHER_KIND.test(contentType)) return false;
  const text = plainWords(lines.join('\n'));
  if (AWAY.test(text)) return false;
  const isReport = mail.type === 'multipart/report' || fields.has('x-ms-exchange-message-is-ndr');
  const hasFailed = fields.has('x-failed-recipients');
  const known = [isSelf, isSubject, isReport, hasFailed].filter(Boolean).length;
  const isNull = /^<?\s{0,3}>?$|mailer-daemon/i.test((fields.get('return-path') ?? 'none').trim());
  // In an unknown language, the header and the returned e-mail decide.
  const isFailure =
    FAILED.test(text) ||
    (isSelf && (found === 'reply' || (found === 'words' && (known > 1 || returns)) || (hasFailed && returns))) ||
    (isNull && (isSelf || known > 1) && found !== 'nothing') ||
    (isSelf && isSubject && isReport && returns && !DELIVERED.test(text));
  return isFailure && (known >= 2 || (known === 1 && (returns || isNull || found === 'reply')));
}

/** The report type of a multipart/report that is a receipt. */
const OF_RECEIPT = /report-type\s{0,5}=\s{0,5}"?disposition-notification/i;
const OF_ANOTHER_KIND = /report-type\s{0,5}=\s{0,5}"?(?!delivery-status|")\w/i;
