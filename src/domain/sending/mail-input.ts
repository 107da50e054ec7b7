import { z } from 'zod';
import { emailAddress } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { locale } from '../../validation/locale.ts';
import { filled, listOf, oneLine, optionalText, otherwise, record, yesOrNo } from '../../validation/text.ts';
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

const recipients = (min: number) => listOf(emailAddress(), min, MAX_RECIPIENTS);

export const mailInput = record({
  template: filled(255),
  to: recipients(1),
  cc: recipients(0).nullish(),
  bcc: recipients(0).nullish(),
  from: optionalText(emailAddress()),
  subject: optionalText(oneLine(998)),
  variables: jsonObject().nullish(),
  locale: optionalText(locale()),
  attachments: listOf(attachment, 0, MAX_ATTACHMENTS).nullish(),
  replyTo: optionalText(emailAddress()),
  headers: headers.nullish(),
  tracking: yesOrNo().nullish(),
  transportId: transportChoice().nullish(),
});

/** A validated request for a mail. */
export type MailInput = z.output<typeof mailInput>;
