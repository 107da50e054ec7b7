/**
 * The duration of a campaign to a domain that greylists: it defers each recipient (450) for five minutes from the first try. In
 * real time, with the production retries. `npx tsx test/bench/greylisting.ts [recipients]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../../src/database/embedded.ts';
import { databaseHome } from '../../src/database/home.ts';
import { createLog } from '../../src/log.ts';
import { startMailServer } from '../support/mail-server.ts';
import { TOKEN } from './bench-server.ts';
import { compile, serve } from './processes.ts';

const RECIPIENTS = Number(process.argv[2] ?? 300);
const GREY_MS = 300_000;
const AT_ONCE = 100;

const first = new Map<string, number>();
let tries = 0;
const mailServer = await startMailServer();
mailServer.recipients.get = (address) => {
  tries += 1;
  const since = first.get(address) ?? Date.now();
  first.set(address, since);
  return Date.now() - since < GREY_MS ? '450 4.2.0 Greylisted, come back in five minutes' : undefined;
};

await compile();
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const database = await startEmbedded(home, createLog('warn'));
const settings = { DATABASE_URL: database.url, BOOTSTRAP_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0' };
const server = await serve({ ...settings, MAIL_URL: mailServer.url });

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, never> }).data;
}

try {
  await call('PATCH', '/team', { postal_address: '1 Road, Town' });
  const template = { name: 'T', editor: 'html', subject: 'Hello', content: '<p>Hello</p>' };
  await call('POST', '/templates', template);
  const { id: list } = await call('POST', '/lists', { name: 'Grey', from_email: 'news@shop.test' });
  for (let from = 0; from < RECIPIENTS; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, RECIPIENTS - from) }, (_, n) => ({
      email: `p${from + n}@grey.test`,
    }));
    await call('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
  }
  const { id } = await call('POST', '/campaigns', { name: 'Grey', list, template: 'T' });
  const begun = Date.now();
  await call('POST', `/campaigns/${id}/send`);
  const minutes = () => ((Date.now() - begun) / 60_000).toFixed(1);
  for (let sent = -1; sent < RECIPIENTS; await sleep(5_000)) {
    const campaign = await call('GET', `/campaigns/${id}`);
    if (campaign.sent_count !== sent) console.log(`${minutes()} min: ${campaign.sent_count} of ${RECIPIENTS} arrived`);
    sent = campaign.sent_count ?? 0;
    if (campaign.status === 'sent') break;
  }
  console.log(`${tries} tries`);
} finally {
  await server.stop();
  await database.stop();
  await mailServer.close();
  await rm(databaseHome(home), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}
