import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { readMailUrl } from '../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../src/delivery/transports/smtp.ts';
import type { Installation } from '../../src/installation.ts';
import { type MailServer, type Received, startMailServer } from './mail-server.ts';
import { until } from './until.ts';

/** Delivery from an installation to a real mail server on this machine. */
export interface Inbox {
  server: MailServer;
  /** The messages to an address, once there are this many. */
  mailTo(email: string, count?: number): Promise<Received[]>;
  /** Waits until the queue is empty, and returns the states of the ledger's rows for a subscriber, in order. */
  settled(subscriberId: string): Promise<{ state: string; lastError: string | null }[]>;
  stop(): Promise<void>;
}

export async function openInbox(
  installation: Installation,
  retrySeconds = [0, 0, 0],
  server?: MailServer,
): Promise<Inbox> {
  server ??= await startMailServer();
  const transport = createSmtp(readMailUrl(server.url));
  const delivery = startDelivery({
    ...installation,
    config: { mailRetrySeconds: retrySeconds, bulkRetrySeconds: retrySeconds, privateTransports: true },
    transport,
  });
  const received = (email: string) => server.received.filter(({ envelope }) => envelope.to.includes(email));
  const { db } = installation.connection;
  return {
    server,
    mailTo: async (email, count = 1) => {
      await until(() => received(email).length >= count);
      return received(email);
    },
    settled: async (subscriberId) => {
      await until(
        async () =>
          (await db.message.count({ where: { state: { notIn: ['sent', 'failed', 'unknown', 'withheld'] } } })) === 0,
      );
      const select = { state: true, lastError: true };
      return db.message.findMany({ where: { subscriberId }, select, orderBy: { id: 'asc' } });
    },
    stop: async () => {
      await delivery.stop();
      await transport.close();
      await server.close();
    },
  };
}

/** The link for a purpose in a message, which must be in both of its parts. */
export function linkIn({ mail }: Received, purpose: string): string {
  const link = new RegExp(`http://[^\\s"<>]+/${purpose}/[\\w-]+`);
  const [inText] = link.exec(mail.text ?? '') ?? [];
  const [inHtml] = link.exec(mail.html || '') ?? [];
  if (!inText || inText !== inHtml) throw new Error(`The parts hold ${inText} and ${inHtml}`);
  return inText;
}
