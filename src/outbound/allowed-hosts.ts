import { BlockList, isIP, isIPv6 } from 'node:net';
import { isPrivateAddress } from '../network/private-address.ts';

/** Whom requests may go to: the public internet, and what the operator has allowed on purpose. */
export class AllowedHosts {
  readonly #names: ReadonlySet<string>;
  readonly #networks = new BlockList();

  /** `allowed`: names, addresses and networks (10.0.0.0/8) inside. */
  constructor(allowed: readonly string[]) {
    this.#names = new Set(allowed.filter((one) => isIP(one.split('/')[0]!) === 0));
    for (const one of allowed) {
      const [address = '', prefix] = one.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (isIP(address) === 0) continue;
      if (prefix === undefined) this.#networks.addAddress(address, family);
      else this.#networks.addSubnet(address, Number(prefix), family);
    }
  }

  /** Whether this name may lead anywhere. */
  hasName(name: string): boolean {
    return this.#names.has(name.toLowerCase().replace(/\.$/, ''));
  }

  /** Whether a connection may go to this IP address. */
  has(address: string): boolean {
    return !isPrivateAddress(address) || this.#networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}
