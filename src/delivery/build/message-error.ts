/** A mail that cannot become a message, however often it is tried. The text is for whoever sent it. */
export class MessageError extends Error {}

/** A message of a campaign that is not to be sent any more. The text says why. */
export class Withheld extends Error {}
