import type { Secrets } from './secrets.ts';
import { SignedAddresses } from './signed-addresses.ts';

/** Envelope senders that name their message (VERP, docs/adr/0022). Bounces go to this address. */
export class ReturnPaths extends SignedAddresses {
  /** `domain`: the domain that receives bounces. */
  constructor(secrets: Secrets, domain: string) {
    super(secrets, domain, { purpose: 'bounce', prefix: 'b-' });
  }
}
