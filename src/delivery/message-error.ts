/** A mail that cannot become a message, however often it is tried. The text is for whoever sent it. */
export class MessageError extends Error {}
