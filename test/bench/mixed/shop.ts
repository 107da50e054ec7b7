import type { Client } from 'pg';
import { TOKEN } from '../bench-server.ts';
import { type Installation, openInstallation, until } from '../delivery/installation.ts';
import { openStream } from '../streams/reader.ts';
import { TEMPLATE } from '../write-bodies.ts';
import type { Targets } from './calls.ts';

const READERS = 200;
const POOL = 10;
const POLL_MS = 500;
const FOLLOW = 'subscription { transactionalMailStatusChanged { id status } }';

/** An installation with an audience, e-mails to a mail server, and background work. */
export interface Shop {
  url: string;
  pid: number;
  token: string;
  targets: Targets;
  client: Client;
  /** The messages that the mail server accepted. */
  accepted: Installation['accepted'];
  /** Starts a campaign and an import, and live readers of all e-mails. */
  startBackground(): Promise<void>;
  /** Waits for the end of the campaign and the import. Throws unless both are exact. */
  backgroundResult(): Promise<string>;
  close(): Promise<void>;
}

/** Builds it for this many people. `settings`: further variables of the server. */
export async function openShop(people: number, settings: Record<string, string> = {}): Promise<Shop> {
  const installation = await openInstallation(people, POOL, [], undefined, settings);
  const { url, pid, client, call } = installation;
  const targets = await addData(installation);
  const streams: { destroy(): void }[] = [];
  let importId = '';

  const startBackground = async () => {
    for (let reader = 0; reader < READERS; reader++) {
      const stream = await openStream(url, TOKEN, FOLLOW);
      streams.push(stream.on('error', () => {}).resume());
    }
    const list = await makeList(installation, 'Imported');
    const rows = Array.from({ length: people }, (_, n) => `i${n}@example.com,First${n}`);
    importId = (await call('POST', `/lists/${list}/imports`, ['email,first_name', ...rows, ''].join('\n'))).data.id;
    await call('POST', `/campaigns/${targets.campaignId}/send`);
  };
  const backgroundResult = async () => {
    const campaign = async () => (await call('GET', `/campaigns/${targets.campaignId}`)).data;
    const imported = async () => (await call('GET', `/imports/${importId}`)).data;
    await until(async () => (await campaign()).status === 'sent', POLL_MS);
    await until(async () => (await imported()).finished_at !== null, POLL_MS);
    const [{ sent_count: sent }, { added, failed }] = [await campaign(), await imported()];
    if (sent !== people || added !== people || failed !== 0) {
      throw new Error(`of ${people}, ${sent} were sent, ${added} imported, and ${failed} rows failed`);
    }
    return `campaign: ${sent} sent; import: ${added} added; live readers: ${READERS}`;
  };
  const close = async () => {
    for (const stream of streams) stream.destroy();
    await installation.close();
  };
  return {
    ...{ url, pid, client, targets, token: TOKEN, accepted: installation.accepted },
    ...{ startBackground, backgroundResult, close },
  };
}

/** The list for reads and sign-ups, with the people of the installation's list, which the campaign goes to. */
async function addData(installation: Installation): Promise<Targets> {
  const { client, call } = installation;
  await call('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await call('POST', '/fields', { key: 'city', type: 'text' });
  await call('POST', '/templates', TEMPLATE);
  const listId = await makeList(installation, 'Shop');
  await client.query(
    `insert into subscribers (team_id, id, list_id, person_key, email, first_name, attributes, status)
     select team_id, gen_random_uuid(), $1, person_key, email, first_name, '{"city": "Köln"}', status from subscribers`,
    [listId],
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query('select id::text from subscribers where list_id = $1 limit 500', [listId]);
  const campaign = await call('POST', '/campaigns', { name: 'News', list: installation.list, template: 'Letter' });
  return { listId, campaignId: campaign.data.id, subscriberIds: rows.map(({ id }) => id) };
}

async function makeList({ call }: Installation, name: string): Promise<string> {
  return (await call('POST', '/lists', { name, from_email: 'news@shop.example.com', from_name: 'Shop' })).data.id;
}
