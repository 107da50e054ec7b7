import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Delivery, startDelivery } from '../../../src/delivery/start-delivery.ts';
import { readMailUrl } from '../../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../../src/delivery/transports/smtp.ts';
import type { Transport } from '../../../src/delivery/transports/transport.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { type FaultyMailServer, startFaultyMailServer } from '../../support/faulty-mail-server.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

const behaviours = {
  'defer.test': 'defer',
  'tarpit.test': 'tarpit',
  'drop.test': 'drop',
  'refuse.test': 'refuse',
} as const;
const DOMAINS = [...Object.keys(behaviours), 'one.test', 'two.test', 'three.test', 'four.test'];
const OF_EACH = 12;

let api: TestApp;
let own: MailServer;
let server: FaultyMailServer;
let transport: Transport;
let delivery: Delivery;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp({ privateTransports: true });
  [own, server] = await Promise.all([startMailServer(), startFaultyMailServer({ behaviours })]);
  transport = createSmtp(readMailUrl(own.url));
  jobs = startJobs(api.installation);
  delivery = startDelivery({ ...api.installation, transport });
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await server.close();
  await Promise.all([delivery.stop(), jobs.stop()]);
  await transport.close();
  await own.close();
  await api.close();
});

test("a campaign uses its list's transport, and bad domains do not delay others", async () => {
  const local = { name: 'Bulk', host: '127.0.0.1', port: server.port, connections: 5 };
  const { id } = (await api.rest('POST', '/transports', local)).body.data;
  const list = await makeList(api, { transport: id });
  const people = Array.from({ length: OF_EACH }, (_, n) => DOMAINS.map((domain) => ({ email: `p${n}@${domain}` })));
  await subscribe(api, list, people.flat());
  const campaign = await makeCampaign(api, list);
  expect((await api.rest('POST', `/campaigns/${campaign}/send`)).status).toBe(200);
  // The tarpit never answers, so messages sent meanwhile did not wait for it.
  await until(() => server.accepted.length === 4 * OF_EACH);
  expect(new Set(server.accepted).size).toBe(4 * OF_EACH);
  expect(server.accepted.filter((address) => /tarpit|drop|defer|refuse/.test(address))).toEqual([]);
  expect(server.held.size).toBe(1);
  await until(async () => (await readCampaign(api, campaign)).failed_count === OF_EACH);
  const pauses = async () => (await api.rest('GET', `/transports/${id}`)).body.data.sending_pauses;
  await until(async () => (await pauses()).length === 2);
  expect((await pauses()).map(({ domain }: { domain: string }) => domain).sort()).toEqual(['defer.test', 'drop.test']);
  expect(own.received).toEqual([]);

  const other = await makeCampaign(api, list, { name: 'June' });
  await api.rest('POST', `/campaigns/${other}/send`);
  await until(() => server.accepted.length === 8 * OF_EACH);
  await until(async () => (await readCampaign(api, other)).sent_count === 4 * OF_EACH);
});
