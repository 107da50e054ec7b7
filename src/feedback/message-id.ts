const MESSAGE_ID = /<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/** The message's id in a Message-ID of ours; undefined for any other Message-ID. */
export const idInMessageId = (messageId: string | undefined): string | undefined =>
  MESSAGE_ID.exec(messageId ?? '')?.[1]?.toLowerCase();
