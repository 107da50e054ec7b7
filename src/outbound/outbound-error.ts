/** Why a request to an address that somebody gave us has no answer. Says nothing of what the other side sent. */
export class OutboundError extends Error {
  readonly why: 'refused' | 'unreachable' | 'time' | 'size' | 'redirect' | 'encoding' | 'tls';

  constructor(why: OutboundError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** The address, or one that its name leads to, is not on the public internet. */
export const forbidden = (): OutboundError =>
  new OutboundError('refused', 'The address leads into a private network, where this installation sends no requests.');
