import type { LinkOfMessage } from './links.ts';
import type { Secrets } from './secrets.ts';
import { SignedAddresses } from './signed-addresses.ts';

/**
 * Addresses that name a subscriber: whoever writes to one leaves the list (RFC 2369, docs/adr/0022). That of a campaign's
 * message also has the end of the message's id, which tells it from the person's others: the whole id would not fit.
 */
export class UnsubscribeAddresses extends SignedAddresses {
  /** `domain`: the domain that receives bounces. */
  constructor(secrets: Secrets, domain: string) {
    super(secrets, domain, { purpose: 'unsubscribe by mail', prefix: 'u-' });
  }

  /** The address in a campaign's message; of the subscriber alone where there is no message. */
  ofMessage({ messageId, ...subscriber }: LinkOfMessage): string {
    return this.address(messageId ? { ...subscriber, hint: messageId.slice(-6) } : subscriber);
  }
}
