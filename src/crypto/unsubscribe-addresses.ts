import { SignedAddresses } from './signed-addresses.ts';

/** Addresses that name a subscriber: whoever writes to one leaves the list (RFC 2369, docs/adr/0022). */
export class UnsubscribeAddresses extends SignedAddresses {
  /** `domain`: the domain that receives bounces. */
  constructor(secret: string, domain: string) {
    super(secret, domain, { purpose: 'unsubscribe by mail', prefix: 'u-' });
  }
}
