/** The message cannot be built, and trying again will not help. The text is shown to the sender. */
export class MessageError extends Error {}

/** A campaign message should no longer be sent. `why` is a machine's word for it, which reports count; the text says it. */
export class Withheld extends Error {
  readonly why: string;

  constructor(why: string, text: string) {
    super(text);
    this.why = why;
  }
}
