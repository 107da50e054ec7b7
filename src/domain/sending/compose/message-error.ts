import type { WithheldReason } from '../../ledger/withheld-reasons.ts';

/** The message cannot be built, and a retry will not help. The team sees the text. */
export class MessageError extends Error {}

/** A campaign message should no longer be sent. `why` is a code that reports count; the text explains it. */
export class Withheld extends Error {
  readonly why: WithheldReason;

  constructor(why: WithheldReason, text: string) {
    super(text);
    this.why = why;
  }
}
