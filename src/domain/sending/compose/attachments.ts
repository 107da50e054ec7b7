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
/** A calendar file with a request: an invitation, a reply, a cancellation (RFC 6047). */
const INVITATION = /^text\/calendar\s*;(.*;)?\s*method=/i;

/**
 * An e-mail's attachments for the composer. One with a content id is part of the HTML (multipart/related, RFC 2387). Without a
 * media type the name decides. Invitations are alternatives of the text too: Outlook and Gmail show buttons only for those.
 * Throws MessageError.
 */
export function composedAttachments(given: unknown) {
  const attachments = read(given);
  return {
    attachments: attachments.map(({ contentId, ...file }) => ({
      ...file,
      ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    alternatives: attachments.flatMap(({ content, contentType }) =>
      contentType !== undefined && INVITATION.test(contentType) ? [{ content, contentType }] : [],
    ),
  };
}

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
