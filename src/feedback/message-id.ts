const MESSAGE_ID = /<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/** The id of the message in a Message-ID that we gave; undefined for one of somebody else. */
export const idInMessageId = (messageId: string | undefined): string | undefined =>
  MESSAGE_ID.exec(messageId ?? '')?.[1]?.toLowerCase();
