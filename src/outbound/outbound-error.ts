/** Why a request to a given URL failed. Contains nothing of the other side's response. */
export class OutboundError extends Error {
  readonly why: 'refused' | 'unreachable' | 'time' | 'size' | 'redirect' | 'encoding' | 'tls';

  constructor(why: OutboundError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** The address, or one that its name resolves to, is not on the public internet. */
export const forbidden = (): OutboundError =>
  new OutboundError('refused', 'The address is in a private network. This installation sends no requests there.');
