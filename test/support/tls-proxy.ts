import { createServer, connect as dial, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

export interface DatabaseProxy {
  port: number;
  /** How many connections used TLS, and how many did not. */
  readonly seen: { tls: number; plain: number };
  close(): void;
}

interface Certificate {
  key: string;
  cert: string;
}

/** The first bytes of a PostgreSQL client that asks for TLS. */
const WANTS_TLS = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Accepts TLS with a certificate in front of a database, or without one refuses TLS. It listens at a free port, or at the socket
 * `path`.
 */
export async function startTlsProxy(url: string, certificate?: Certificate, path?: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const seen = { tls: 0, plain: 0 };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  };
  const join = (near: Socket, first?: Buffer) => {
    const far = keep(dial(Number(port), hostname));
    if (first) far.write(first);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  };
  const server = createServer((raw) => {
    keep(raw);
    raw.once('data', (first) => {
      if (!first.equals(WANTS_TLS)) {
        seen.plain += 1;
        return join(raw, first);
      }
      if (!certificate) {
        raw.write('N');
        return;
      }
      raw.write('S');
      seen.tls += 1;
      join(keep(new TLSSocket(raw, { isServer: true, secureContext: createSecureContext(certificate) })));
    });
  });
  await new Promise<void>((resolve) => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)));
  return {
    port: path ? 0 : (server.address() as { port: number }).port,
    seen,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
