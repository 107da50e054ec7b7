import { randomBytes } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWords, foldLines } from 'nodemailer/lib/mime-funcs';
import type { MessageHeaders } from '../../../validation/message-headers.ts';
import { foldable } from '../../sending/compose/header-value.ts';
import { customHeaders, prepared, refuseBreaks } from '../../sending/compose/headers.ts';
import { unsubscribeHeaders } from '../../sending/compose/list-unsubscribe.ts';
import { ByteWriter } from './byte-writer.ts';
import { writeQuotedPrintable } from './quoted-printable.ts';

/** The parts that all messages of a campaign share. */
export interface MimeTemplateInput {
  from: { name: string; address: string };
  replyTo?: string;
  /** For the List-Id header: the list's name and its unique identifier. */
  list: { name: string; id: string };
  /** More headers, by name: Feedback-ID and those of the list and the campaign. */
  headers: MessageHeaders;
}

/** The parts that differ between messages. */
export interface MimeTemplateValues {
  messageId: string;
  to: string;
  subject: string;
  /** A whole value of List-Unsubscribe, folded. */
  listUnsubscribe: string;
  date: Date;
  text: string;
  html: string;
}

/** Random, so that no header can contain it. */
const MARK = randomBytes(6).toString('hex');

const SLOTS = {
  to: `to@${MARK}.invalid`,
  subject: `subject-${MARK}`,
  messageId: `id@${MARK}.invalid`,
  date: 'Thu, 01 Jan 1970 00:00:00 +0000',
  listUnsubscribe: `<https://unsubscribe.${MARK}.invalid>`,
  text: `text-${MARK}`,
  html: `html-${MARK}`,
} as const satisfies Record<keyof MimeTemplateValues, string>;

const SUBJECT_LINE = 76;
const WORD = 52;

/**
 * A message with slots. The composer builds it once per campaign, so that the MIME structure and the constant headers are not
 * composed for each of a million recipients.
 */
export class MimeTemplate {
  readonly #parts: { before: Buffer; slot?: keyof MimeTemplateValues }[];

  private constructor(parts: { before: Buffer; slot?: keyof MimeTemplateValues }[]) {
    this.#parts = parts;
  }

  /**
   * Composes the message with both List-Unsubscribe headers (RFC 2369, RFC 8058), List-Id (RFC 2919) and the given headers.
   * Throws MessageError.
   */
  static async compile({ from, replyTo, list, headers }: MimeTemplateInput): Promise<MimeTemplate> {
    const composer = new MailComposer({
      from: { name: refuseBreaks('name of the sender', from.name), address: from.address },
      to: { name: '', address: SLOTS.to },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject: SLOTS.subject,
      messageId: `<${SLOTS.messageId}>`,
      date: new Date(0),
      text: SLOTS.text,
      html: SLOTS.html,
      encoding: 'quoted-printable',
      headers: [
        { key: 'List-Id', value: folded('List-Id', `${phrase(list.name)} <${list.id}>`) },
        ...unsubscribeHeaders(SLOTS.listUnsubscribe),
        ...customHeaders(headers),
      ],
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return new MimeTemplate(split((await composer.compile().build()).toString('latin1')));
  }

  /** Fills in one recipient's values. `to` and `messageId` are without angle brackets. */
  fill(values: MimeTemplateValues): Buffer {
    return writer.gather(() => {
      for (const { before, slot } of this.#parts) {
        writer.write(before);
        if (slot === 'text' || slot === 'html') writeQuotedPrintable(values[slot], writer);
        else if (slot) writer.write(header(slot, values));
      }
    });
  }
}

/** For one message at a time. */
const writer = new ByteWriter();

function header(slot: Exclude<keyof MimeTemplateValues, 'text' | 'html'>, values: MimeTemplateValues): Buffer {
  if (slot === 'date') return Buffer.from(values.date.toUTCString().replace('GMT', '+0000'));
  if (slot !== 'subject') return Buffer.from(values[slot]);
  const words = encodeWords(foldable(refuseBreaks('subject', values.subject)), 'Q', WORD, true);
  return Buffer.from(foldLines(`Subject: ${words}`, SUBJECT_LINE).slice('Subject: '.length), 'latin1');
}

/** A display name: quoted, or as encoded words. */
const phrase = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, '')}"` : encodeWords(name, 'Q', WORD, true);

/** A header value that is already encoded and folded. The composer would encode the address along with the name. */
const folded = (key: string, value: string) =>
  prepared(foldLines(`${key}: ${value}`, SUBJECT_LINE).slice(key.length + 2));

function split(message: string): { before: Buffer; slot?: keyof MimeTemplateValues }[] {
  const parts: { before: Buffer; slot?: keyof MimeTemplateValues }[] = [];
  const slots = Object.entries(SLOTS)
    .map(([slot, mark]) => ({ slot: slot as keyof MimeTemplateValues, at: message.indexOf(mark), length: mark.length }))
    .sort((a, b) => a.at - b.at);
  let from = 0;
  for (const { slot, at, length } of slots) {
    if (at < 0) throw new Error(`The message has no slot for its ${slot}.`);
    parts.push({ before: Buffer.from(message.slice(from, at), 'latin1'), slot });
    from = at + length;
  }
  return [...parts, { before: Buffer.from(message.slice(from), 'latin1') }];
}
