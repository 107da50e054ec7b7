import { refuseBreaks } from './headers.ts';

interface GivenAttachment {
  filename?: unknown;
  content?: unknown;
  contentType?: unknown;
  content_type?: unknown;
  contentId?: unknown;
}

const MEDIA_TYPE = /^(?!multipart\/|message\/)[\w.+-]+\/[\w.+-]+(\s*;[ -~]*)?$/i;
const UNKNOWN = 'application/octet-stream';
/** A calendar file that asks for something: an invitation, a reply, a cancellation (RFC 6047). */
const INVITATION = /^text\/calendar\s*;(.*;)?\s*method=/i;

/**
 * A mail's attachments for the composer. One with a content id is part of the HTML (multipart/related, RFC 2387). Without a media type
 * the name decides. Throws MessageError.
 */
export const composedAttachments = (given: unknown) =>
  read(given).map(({ filename, content, contentType, contentId }) => ({
    ...{ filename, content, contentType },
    ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
  }));

/** Invitations among the attachments, as alternatives of the text too: Outlook and Gmail show buttons only for those. */
export const invitations = (given: unknown) =>
  read(given).flatMap(({ content, contentType }) =>
    contentType !== undefined && INVITATION.test(contentType) ? [{ content, contentType }] : [],
  );

const read = (given: unknown) =>
  ((given ?? []) as GivenAttachment[]).map(({ filename, content, contentType, content_type, contentId }) => {
    const type = String(contentType ?? content_type ?? '');
    return {
      filename: refuseBreaks('name of an attachment', String(filename ?? 'attachment')),
      content: Buffer.from(String(content ?? ''), 'base64'),
      contentType: type === '' ? undefined : MEDIA_TYPE.test(type) ? type : UNKNOWN,
      contentId: typeof contentId === 'string' && contentId !== '' ? contentId : undefined,
    };
  });
