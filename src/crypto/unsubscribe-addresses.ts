import type { LinkOfMessage } from './links.ts';
import type { Secrets } from './secrets.ts';
import { SignedAddresses } from './signed-addresses.ts';

/**
 * Addresses that name a subscriber: an e-mail to one unsubscribes the subscriber (RFC 2369, docs/adr/0022). Those in a campaign's
 * message also carry the end of the message's id, which distinguishes it from the person's other messages: the whole id would not
 * fit.
 */
export class UnsubscribeAddresses extends SignedAddresses {
  /** `domain`: the domain that receives bounces. */
  constructor(secrets: Secrets, domain: string) {
    super(secrets, domain, { purpose: 'unsubscribe by mail', prefix: 'u-' });
  }

  /** The address in a campaign's message, or of the subscriber alone without a message. */
  ofMessage({ messageId, ...subscriber }: LinkOfMessage): string {
    return this.address(messageId ? { ...subscriber, hint: messageId.slice(-6) } : subscriber);
  }
}
