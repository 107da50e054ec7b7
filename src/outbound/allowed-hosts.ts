import { BlockList, isIP, isIPv6 } from 'node:net';
import { isPrivateAddress } from '../network/private-address.ts';

/** A host as in a URL, without brackets and without a dot at its end. */
export const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

/** The allowed targets of requests: the public internet, and the operator's exceptions. */
export class AllowedHosts {
  readonly #names: ReadonlySet<string>;
  /** Separate, because a list treats an IPv4 address within IPv6 as that address. */
  readonly #networks = { ipv4: new BlockList(), ipv6: new BlockList() };

  /** `allowed`: names, addresses and networks (10.0.0.0/8) inside. */
  constructor(allowed: readonly string[]) {
    this.#names = new Set(allowed.filter((one) => isIP(one.split('/')[0]!) === 0));
    for (const one of allowed) {
      const [address = '', prefix] = one.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (isIP(address) === 0) continue;
      if (prefix === undefined) this.#networks[family].addAddress(address, family);
      else this.#networks[family].addSubnet(address, Number(prefix), family);
    }
  }

  /** Whether the operator has allowed this host by its name or address. */
  names(host: string): boolean {
    const bare = bareHost(host);
    return isIP(bare) === 0 ? this.#names.has(bare) : this.#isListed(bare);
  }

  /** Whether this name may resolve to any address. */
  hasName(name: string): boolean {
    return this.#names.has(bareHost(name));
  }

  /** Whether a connection may go to this IP address. */
  has(address: string): boolean {
    return !isPrivateAddress(address) || this.#isListed(address);
  }

  #isListed(address: string): boolean {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return this.#networks[family].check(address, family);
  }
}
