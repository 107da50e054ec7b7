import { Resolver } from 'node:dns/promises';

/** DNS look-ups. */
export interface Dns {
  /** The TXT records of a name; an empty list when there are none. Throws when no server answers. */
  texts(name: string): Promise<string[]>;
}

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** `servers`: `address` or `address:port`. Empty: the system's own. */
export function createDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  return {
    texts: async (name) => {
      try {
        return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
      } catch (error) {
        if (NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
        throw error;
      }
    },
  };
}
