import { type Entity, leaves } from '../../mime/mime.ts';
import { ANNOUNCED, HEADER } from './bounce-words.ts';

/** How much of the text is read: bounce messages put their text at the beginning. */
const LONGEST = 32_000;
const MAX_LINES = 600;
const LONGEST_LINE = 1_000;

/** Types of parts that contain a returned e-mail. */
const RETURNED = /^(?:message\/(?:rfc822|global|partial)|(?:text|message)\/(?:global-)?(?:rfc822-)?headers)$/;

const FRAME = /^[\s|>*=_-]{1,100}/;

/** The human-readable content of an e-mail. */
export interface Account {
  /** The lines before the returned e-mail, without quotations. */
  lines: readonly string[];
  /** Whether it contains a returned e-mail, or its header. */
  returns: boolean;
}

/**
 * The human-readable part of a bounce message: the text parts before the returned e-mail, or the text of an HTML-only one. Leaves
 * out the returned e-mail and quotations of other e-mails.
 */
export function readAccount(mail: Entity): Account {
  const parts = [...leaves(mail)];
  const end = parts.findIndex(({ type }) => RETURNED.test(type));
  const own = (end < 0 ? parts : parts.slice(0, end)).filter((part) => !isAttachment(part));
  const plain = own.filter(({ type, body }) => isPlain(type) && body.trim() !== '');
  const texts = plain.length > 0 ? plain.map(({ body }) => body) : own.filter(isHtml).map(({ body }) => inHtml(body));
  const all = texts
    .map((text) => text.slice(0, LONGEST))
    .join('\n')
    .slice(0, LONGEST);
  const lines = all.split('\n', MAX_LINES).map((line) => line.slice(0, LONGEST_LINE).trimEnd());
  const cut = lines.findIndex(beginsReturned);
  const unquoted = (cut < 0 ? lines : lines.slice(0, cut)).filter((line) => !isQuoted(line));
  return { lines: unquoted, returns: end >= 0 || cut >= 0 };
}

function beginsReturned(line: string): boolean {
  const lower = line.toLowerCase();
  return HEADER.test(lower) || ANNOUNCED.test(lower.replace(FRAME, ''));
}

/** `>>>` is a line of an SMTP session, and a lone address is not a quotation. */
const isQuoted = (line: string): boolean => /^\s{0,3}>(?!>>)(?!\s{0,8}\S{1,64}@\S{1,190}$)/.test(line);

/** A multipart without parts is text, and so is an invalid type. */
const isPlain = (type: string): boolean => /^(?:text(?:\/plain)?|multipart\/.*|[^/]*)$/.test(type);

const isHtml = ({ type }: Entity): boolean => type === 'text/html';

const isAttachment = ({ fields }: Entity): boolean => /^\s*attachment/i.test(fields.get('content-disposition') ?? '');

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', '#39': "'" };

function inHtml(html: string): string {
  return html
    .slice(0, LONGEST * 2)
    .replace(/<(?:style|script|title)\b[^<>]{0,500}>[^<]{0,20000}/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li|\/td)\b[^<>]{0,100}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/&(lt|gt|amp|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!);
}
