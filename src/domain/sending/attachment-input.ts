import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import { listOf, oneLine, otherwise, record } from '../../validation/text.ts';

const MAX_ATTACHMENTS = 20;

/** Matches single characters: a repeated group of four would overflow the regex stack on megabytes. */
const isBase64 = (value: string): boolean => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);

/** A media type with parameters (RFC 2045): text/calendar; method=REQUEST. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+( *; *[\w.*-]+=([\w.+:/*-]+|"[ !#-[\]-~]*"))*$/;

/** Characters that need no encoding in Content-ID and in a `cid:` address (RFC 2392). */
const CONTENT_ID = /^[A-Za-z0-9!#$&'*+./=?^_`{|}~@-]+$/;

const attachment = record({
  filename: oneLine(255).refine((name) => !/[/\\]/.test(name) && !/^\.+$/.test(name), 'must be a plain file name.'),
  content: z
    .string({ error: otherwise('must be a string.') })
    .meta({ contentEncoding: 'base64' })
    // Many encoders break lines after 60 or 76 characters.
    .transform((value) => value.replace(/[\r\n\t ]+/g, ''))
    .refine(isBase64, 'must be base64.'),
  contentType: oneLine(255)
    .refine((value) => MEDIA_TYPE.test(value), 'must be a media type, such as application/pdf.')
    .meta({ pattern: MEDIA_TYPE.source })
    .nullish(),
  contentId: oneLine(255)
    .refine((value) => CONTENT_ID.test(value), 'must contain only letters, digits and symbols, as in src="cid:logo".')
    .meta({ pattern: CONTENT_ID.source })
    .nullish(),
});

/** Files of a mail. A file with a `contentId` is shown inline, where the HTML has `cid:` and this id. */
export const attachmentsInput = () =>
  listOf(attachment, 0, MAX_ATTACHMENTS).superRefine((files, context) => {
    for (const { path, problem } of sameIds(files))
      context.addIssue({ code: 'custom', path: [...path], message: problem });
  });

function sameIds(files: readonly { contentId?: string | null | undefined }[]): Issue[] {
  const seen = new Set<string>();
  return files.flatMap(({ contentId }, index) => {
    if (!contentId) return [];
    if (seen.has(contentId)) return [{ path: [index, 'contentId'], problem: 'is also the id of another attachment.' }];
    seen.add(contentId);
    return [];
  });
}
