/** The message cannot be built, and trying again will not help. The text is shown to the sender. */
export class MessageError extends Error {}

/** A campaign message should no longer be sent. The text says why. */
export class Withheld extends Error {}
