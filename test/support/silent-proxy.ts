import { createServer, connect as dial, type Socket } from 'node:net';

/** A proxy between a process and its database that can go silent without closing connections, as a network does. */
export interface SilentProxy {
  /** The URL of the database through the proxy. */
  url: string;
  /** How many connections it got. */
  readonly count: number;
  /** Swallows all data and closes of existing connections, or of those that `which` selects by number. New ones pass. */
  swallowExisting(which?: (number: number) => boolean): void;
  /** Swallows those of new connections too, until `heal`. */
  swallowAll(): void;
  /** Lets new connections pass again. Swallowed ones stay silent. */
  heal(): void;
  close(): void;
}

interface Link {
  number: number;
  near: Socket;
  far: Socket | undefined;
  isSilent: boolean;
}

/** Starts one in front of the database at `url`. */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(url);
  const links: Link[] = [];
  let isDark = false;
  const server = createServer((near) => {
    const link: Link = { number: links.length, near, far: undefined, isSilent: isDark };
    links.push(link);
    near.on('error', () => {});
    near.on('data', (bytes) => void (link.isSilent || link.far?.write(bytes)));
    near.on('close', () => void (link.isSilent || link.far?.destroy()));
    if (link.isSilent) return;
    link.far = dial(Number(port), hostname);
    link.far.on('error', () => {});
    link.far.on('data', (bytes) => void (link.isSilent || near.write(bytes)));
    link.far.on('close', () => void (link.isSilent || near.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const swallowExisting = (which: (number: number) => boolean = () => true) => {
    for (const link of links) if (which(link.number)) link.isSilent = true;
  };
  return {
    url: through.href,
    get count() {
      return links.length;
    },
    swallowExisting,
    swallowAll: () => {
      isDark = true;
      swallowExisting();
    },
    heal: () => {
      isDark = false;
    },
    close: () => {
      server.close();
      for (const { near, far } of links) {
        near.destroy();
        far?.destroy();
      }
    },
  };
}
