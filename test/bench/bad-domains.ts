/**
 * The cost of misbehaving recipient domains for others: the same e-mails to good domains, alone and mixed with e-mails to one
 * that replies 452, one that waits for 30 s, one that closes the connection after the final dot and one that replies 550, over
 * five connections. `npx tsx test/bench/bad-domains.ts [good mails] [bad mails of each] [milliseconds a message takes]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { databaseHome } from '../../src/database/home.ts';
import { migrate } from '../../src/database/migrate.ts';
import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { readMailUrl } from '../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../src/delivery/transports/smtp.ts';
import { closeRendering } from '../../src/domain/content/rendering/pool.ts';
import { bootstrap } from '../../src/domain/platform/teams.ts';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { newId } from '../../src/ids.ts';
import { openInstallation } from '../../src/installation.ts';
import { createLog } from '../../src/log.ts';
import { startFaultyMailServer } from '../support/faulty-mail-server.ts';
import { until } from '../support/until.ts';

const [GOOD = 3_000, BAD = 300, MILLISECONDS = 20] = process.argv.slice(2).map(Number);
const ROUNDS = 3;
const TARPIT_MS = 30_000;
const behaviours = {
  'defer.test': 'defer',
  'tarpit.test': 'tarpit',
  'drop.test': 'drop',
  'refuse.test': 'refuse',
} as const;

const log = createLog('silent');
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const database = await startEmbedded(home, createLog('warn'));
await migrate(database.url, log);
const settings = { ...readConfig({}), appSecret: 'the secret of the benchmarks, 36 long', privateTransports: true };
const installation = await openInstallation(settings, database.url, log);
const db = installation.connection.db as PrismaClient;
await bootstrap(db);
const { id: teamId } = await db.team.findFirstOrThrow();
const templateId = newId();
const content = '<p>Thanks for order {{ order }}.</p>';
await db.template.create({
  data: { teamId, id: templateId, name: 'order', editor: 'html', subject: 'Order', content, html: content },
});

/** Queues e-mails in random order. */
async function queue(withBad: boolean): Promise<void> {
  await db.$executeRaw`truncate messages, transactional_mails, sending_pauses cascade`;
  const bad = withBad ? Object.keys(behaviours).map((domain) => ({ domain, count: BAD })) : [];
  const good = Array.from({ length: 20 }, (_, index) => ({ domain: `good${index}.test`, count: GOOD / 20 }));
  await db.$executeRaw`
    with made as (
      select gen_random_uuid() as id, 'p' || n || '@' || domain as email
      from jsonb_to_recordset(${JSON.stringify([...bad, ...good])}::jsonb) as given(domain text, count int)
      cross join lateral generate_series(1, count) n
    ), mails as (
      insert into transactional_mails (team_id, id, template, template_id, from_email, "to", recipients)
      select ${teamId}::int, id, 'order', ${templateId}::uuid, 'shop@shop.test', array[email], array[email] from made
    )
    insert into messages (team_id, id, kind, mail_id, due_at)
    select ${teamId}::int, id, 'transactional', id, now() - random() * interval '1 second' from made`;
}

/** E-mails a second to the good domains, until the last of them is accepted. */
async function measure(withBad: boolean): Promise<number> {
  await queue(withBad);
  const server = await startFaultyMailServer({ behaviours, milliseconds: MILLISECONDS, tarpitMs: TARPIT_MS });
  const transport = createSmtp(readMailUrl(`${server.url}?pool=5`));
  const began = performance.now();
  const delivery = startDelivery({ ...installation, config: settings, transport });
  const good = () => server.accepted.filter((address) => address.includes('@good')).length;
  await until(() => good() >= GOOD, 600);
  const seconds = (performance.now() - began) / 1000;
  const pauses = await db.sendingPause.findMany({ where: { pausedUntil: { not: null } } });
  await server.close();
  await delivery.stop();
  await transport.close();
  const found = pauses.map(({ domain, failures }) => `${domain} after ${failures}`).join(', ');
  console.log(
    `${withBad ? 'mixed' : 'alone'}: ${(GOOD / seconds).toFixed(1)} mails a second${found && `; paused: ${found}`}`,
  );
  return GOOD / seconds;
}

const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
const alone: number[] = [];
const mixed: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(await measure(false));
  mixed.push(await measure(true));
}
console.log(`kept: ${((middle(mixed) / middle(alone)) * 100).toFixed(1)} % of the throughput`);
await installation.close();
await closeRendering();
await database.stop();
await rm(databaseHome(home), { recursive: true, force: true });
await rm(home, { recursive: true, force: true });
