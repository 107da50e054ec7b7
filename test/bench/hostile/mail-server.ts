import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts everything and stores the time. */
export interface MailServer {
  url: string;
  /** When the message to an address was accepted, on the clock of `performance`. */
  accepted: Map<string, number>;
  close(): void;
}

export async function openMailServer(): Promise<MailServer> {
  const accepted = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo) accepted.set(address, performance.now());
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, accepted, close: () => server.close() };
}
