import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import { isAbsent } from '../../validation/blank.ts';
import { emailAddress, isPlain, PLAIN_SENDER } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { locale } from '../../validation/locale.ts';
import { displayName, mailbox } from '../../validation/mailbox.ts';
import { filled, listOf, oneLine, optionalText, otherwise, record, text, yesOrNo } from '../../validation/text.ts';
import { dateTime, readDateTime } from '../../validation/time.ts';
import { validate } from '../../validation/validate.ts';
import { MAX_CONTENT } from '../content/template-input.ts';
import { transportChoice } from '../transports/choose.ts';

const MAX_RECIPIENTS = 50;
const MAX_ATTACHMENTS = 20;
const MAX_HEADERS = 50;

/** Headers that only the service may write: a caller could forge messages with them. */
const OURS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|received|dkim-signature|mime-version|content-.*|list-unsubscribe.*)$/i;
const HEADER_NAME = /^[!-9;-~]{1,76}$/;

const headers = jsonObject().transform((value, context) => {
  const entries: [string, string][] = [];
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (Object.keys(value).length > MAX_HEADERS) {
    context.addIssue({ code: 'custom', message: `must not have more than ${MAX_HEADERS} headers.` });
  }
  for (const [name, content] of Object.entries(value)) {
    const read = oneLine(5_000).safeParse(content);
    if (!HEADER_NAME.test(name)) refuse(name, 'must have a name of printable characters without spaces and colons.');
    else if (OURS.test(name)) refuse(name, 'cannot be set. The service writes this header itself.');
    else if (!read.success) refuse(name, read.error.issues[0]?.message ?? 'must be a string.');
    else entries.push([name, read.data]);
  }
  return Object.fromEntries(entries);
});

/** Matches single characters: a repeated group of four would overflow the regex stack on megabytes. */
const isBase64 = (value: string): boolean => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);

const attachment = record({
  filename: oneLine(255).refine((name) => !/[/\\]/.test(name) && !/^\.+$/.test(name), 'must be a plain file name.'),
  content: z.string({ error: otherwise('must be a string.') }).refine(isBase64, 'must be base64.'),
  contentType: oneLine(255)
    .refine((value) => /^[\w.+-]+\/[\w.+-]+$/.test(value), 'must be a media type, such as application/pdf.')
    .nullish(),
});

const MAX_AHEAD_DAYS = 30;
const DAY_MS = 86_400_000;
/** Callers' clocks may be late. */
const LATE_MS = 60_000;

const sender = () => mailbox().refine(({ email }) => isPlain(email), PLAIN_SENDER);
const addresses = () => listOf(emailAddress(), 0, MAX_RECIPIENTS);
const source = () => text(MAX_CONTENT);

export const mailInput = record({
  template: optionalText(filled(255)),
  to: listOf(mailbox(), 1, MAX_RECIPIENTS),
  cc: addresses().nullish(),
  bcc: addresses().nullish(),
  from: optionalText(sender()),
  fromName: optionalText(displayName()),
  subject: optionalText(oneLine(998)),
  html: optionalText(source()),
  text: optionalText(source()),
  variables: jsonObject().nullish(),
  locale: optionalText(locale()),
  attachments: listOf(attachment, 0, MAX_ATTACHMENTS).nullish(),
  replyTo: optionalText(sender()),
  headers: headers.nullish(),
  tracking: yesOrNo().nullish(),
  strict: yesOrNo().nullish(),
  transportId: transportChoice().nullish(),
  sendAt: dateTime().nullish(),
});

/** A validated request for a mail. */
export type MailInput = z.output<typeof mailInput>;

/** Validates a request for a mail, apart from what it refers to. Returns all its issues at once. */
export function validateMail(input: unknown, now: Date): { value: MailInput } | { issues: Issue[] } {
  const read = validate(mailInput, input);
  if (typeof input !== 'object' || input === null) return read;
  const given = input as Record<string, unknown>;
  const issues = [...('issues' in read ? read.issues : []), ...contentIssues(given), ...timeIssues(given.sendAt, now)];
  return issues.length > 0 ? { issues } : read;
}

/** A mail is made from a template, or from a subject with HTML or text. */
function contentIssues({ template, subject, html, text }: Record<string, unknown>): Issue[] {
  if (!isGiven(html) && !isGiven(text)) {
    return isGiven(template) ? [] : [{ path: ['template'], problem: 'is required.' }];
  }
  return [
    ...(isGiven(template) ? [{ path: ['template'], problem: 'must be absent when html or text is given.' }] : []),
    ...(isGiven(subject) ? [] : [{ path: ['subject'], problem: 'is required without a template.' }]),
  ];
}

const isGiven = (value: unknown): boolean => !isAbsent(value);

function timeIssues(sendAt: unknown, now: Date): Issue[] {
  const moment = typeof sendAt === 'string' ? readDateTime(sendAt) : sendAt;
  if (!(moment instanceof Date)) return [];
  const ahead = moment.getTime() - now.getTime();
  if (ahead < -LATE_MS) return [{ path: ['sendAt'], problem: 'must not be in the past.' }];
  return ahead <= MAX_AHEAD_DAYS * DAY_MS
    ? []
    : [{ path: ['sendAt'], problem: `must be at most ${MAX_AHEAD_DAYS} days ahead.` }];
}
