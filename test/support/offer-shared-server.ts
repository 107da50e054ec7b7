import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AUTHORITY } from './certificates/certificates.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { takeLines } from './failure-log.ts';
import { endAll } from './processes.ts';
import { freePort, startServer } from './server.ts';

/** The server that test files share. */
export interface SharedServer {
  /** `http://127.0.0.1:port` */
  url: string;
  databaseUrl: string;
  /** Its listener for bounces. */
  feedbackPort: number;
}

/** Harmless to files that do not need them. */
const SETTINGS = {
  /** A second after each failure. */
  MAIL_RETRY_SECONDS: Array(100).fill(1).join(),
  /** Each file has its own mail server, on this machine. */
  TRANSPORT_PRIVATE_HOSTS: 'true',
  NODE_EXTRA_CA_CERTS: AUTHORITY,
  FEEDBACK_DOMAIN: 'Bounces.Shop.Example',
  FEEDBACK_SMTP_HOST: '127.0.0.1',
};

/**
 * Listens for test files that need the shared server, and starts it for the first one, on a copy of the templates. GET / returns
 * where it is, GET /lines what it has logged.
 */
export async function offerSharedServer(templates: string[]): Promise<{ url: string; close(): Promise<void> }> {
  let database: TestDatabase | undefined;
  const start = async (): Promise<SharedServer> => {
    database = await createTestDatabase({ templates });
    const feedbackPort = await freePort();
    const env = { ...SETTINGS, DATABASE_URL: database.url, FEEDBACK_SMTP_PORT: String(feedbackPort) };
    const { url } = await startServer({ env });
    return { url, databaseUrl: database.url, feedbackPort };
  };
  let started: Promise<SharedServer> | undefined;
  const answer = (path: string | undefined) => {
    if (path === '/lines') return takeLines();
    started ??= start();
    return started;
  };
  const offer = createServer(({ url }, response) => {
    answer(url).then(
      (body) => response.end(JSON.stringify(body)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await once(offer.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(offer.address() as AddressInfo).port}`,
    close: async () => {
      offer.close();
      await started?.catch(() => {});
      await endAll();
      await database?.drop();
    },
  };
}
