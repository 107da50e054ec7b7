import { Links } from '../../../src/crypto/links.ts';
import { Vault } from '../../../src/crypto/vault.ts';
import { type Connection, connect } from '../../../src/database/connect.ts';
import { readLayout } from '../../../src/database/layout.ts';
import { type Delivery, startDelivery } from '../../../src/delivery/start-delivery.ts';
import { readMailUrl } from '../../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../../src/delivery/transports/smtp.ts';
import type { Transport } from '../../../src/delivery/transports/transport.ts';
import type { Prisma, TransactionalMail } from '../../../src/generated/prisma/client.ts';
import { newId } from '../../../src/ids.ts';
import { type Notice, notify, PubSub } from '../../../src/live/pubsub.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

type Change = Extract<Notice, { topic: 'mail.status' }>;

export interface DeliverySetup {
  connection: Connection;
  teamId: number;
  /** The status changes sent to other processes. */
  changes: Change[];
  addTemplate(content: Partial<Prisma.TemplateUncheckedCreateInput>): Promise<string>;
  /** A queued mail, by default to one recipient. */
  addMail(mail?: Partial<Prisma.TransactionalMailUncheckedCreateInput>): Promise<string>;
  read(id: string): Promise<TransactionalMail>;
  /** The mail, once it is sent or failed. */
  settled(id: string): Promise<TransactionalMail>;
  /** Another process that runs until it is closed. */
  openOtherProcess(): Promise<PubSub>;
  deliver(transport: Transport | string, retrySeconds?: number[]): Delivery;
  close(): Promise<void>;
}

/** A team with one template in a database of its own. */
export async function openDeliverySetup(): Promise<DeliverySetup> {
  const database = await createTestDatabase();
  const connection = connect(database.url, 8);
  await readLayout(connection.db, database.url);
  const { db } = connection;
  const log = createLog('silent');
  const pubsub = new PubSub(database.url, log);
  await pubsub.open();
  const changes: Change[] = [];
  pubsub.on('mail.status', (change) => changes.push(change));
  const team = await db.team.create({ data: { publicId: newId(), name: 'Bakery' } });
  const links = new Links('a secret of the tests', 'http://links.test');
  const vault = new Vault('a secret of the tests');
  const deliveries: Delivery[] = [];
  const transports: Transport[] = [];

  const setup: DeliverySetup = {
    connection,
    teamId: team.id,
    changes,
    async addTemplate(content) {
      const data = { teamId: team.id, id: newId(), name: newId(), editor: 'html', subject: 'S', content: 'C' } as const;
      const html = content.html ?? content.content ?? data.content;
      return (await db.template.create({ data: { ...data, ...content, html } })).id;
    },
    async addMail(mail) {
      const to = (mail?.to as string[]) ?? ['ann@example.test'];
      const recipients = [...to, ...((mail?.cc as string[]) ?? []), ...((mail?.bcc as string[]) ?? [])];
      const ids = { teamId: team.id, id: newId() };
      await db.transactionalMail.create({
        data: { ...ids, template: 'order', templateId, fromEmail: 'shop@bakery.test', to, recipients, ...mail },
      });
      await db.message.create({ data: { ...ids, kind: 'transactional', mailId: ids.id } });
      await notify(db, { topic: 'mail.queued', teamId: team.id, bulk: false });
      return ids.id;
    },
    read: (id) => db.transactionalMail.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } }),
    settled: async (id) => {
      await until(async () => (await setup.read(id)).status !== 'pending');
      return setup.read(id);
    },
    async openOtherProcess() {
      const other = new PubSub(database.url, log);
      await other.open();
      return other;
    },
    deliver(where, retrySeconds = [0, 0, 0]) {
      const transport = typeof where === 'string' ? createSmtp(readMailUrl(where)) : where;
      const config = { mailRetrySeconds: retrySeconds, bulkRetrySeconds: retrySeconds, privateTransports: true };
      const delivery = startDelivery({ connection, pubsub, config, links, vault, log, transport });
      deliveries.push(delivery);
      transports.push(transport);
      return delivery;
    },
    async close() {
      await Promise.all(deliveries.map((delivery) => delivery.stop()));
      await Promise.all(transports.map((transport) => transport.close()));
      await pubsub.close();
      await connection.close();
      await database.drop();
    },
  };
  const templateId = await setup.addTemplate({
    name: 'order',
    subject: 'Order {{ order }}',
    content: '<p>Thanks, {{ variables.name }}. {{ team.name }} baked order {{ order }} for {{ subscriber.email }}.</p>',
  });
  return setup;
}
