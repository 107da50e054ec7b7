import { Resolver } from 'node:dns/promises';

/** DNS look-ups. Each returns an empty list when nothing exists at the name, and throws when no server answers. */
export interface Dns {
  /** The TXT records of a name. */
  texts(name: string): Promise<string[]>;
  /** The IPv4 and IPv6 addresses of a name. */
  addresses(name: string): Promise<string[]>;
  /** The names of the servers that receive a domain's mail, the preferred one first. */
  mailServers(name: string): Promise<string[]>;
}

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** `servers`: `address` or `address:port`. Empty: the system's own. */
export function createDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  return {
    texts: async (name) => (await unlessNothing(resolver.resolveTxt(name))).map((pieces) => pieces.join('')),
    addresses: async (name) =>
      (await Promise.all([resolver.resolve4(name), resolver.resolve6(name)].map(unlessNothing))).flat(),
    mailServers: async (name) =>
      (await unlessNothing(resolver.resolveMx(name)))
        .sort((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange)
        .filter((exchange) => exchange !== ''),
  };
}

async function unlessNothing<Row>(looking: Promise<Row[]>): Promise<Row[]> {
  try {
    return await looking;
  } catch (error) {
    if (NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Whether all of these are server addresses for `createDns`. */
export function areDnsServers(addresses: readonly string[]): boolean {
  try {
    new Resolver().setServers(addresses);
    return true;
  } catch {
    return false;
  }
}
