import { expect } from 'vitest';
import { EXAMPLE_ID } from '../../src/rest/openapi/examples.ts';
import { openTeam, type TestApp } from './app.ts';
import { subscribe } from './audience.ts';
import { sendCsv } from './csv.ts';
import { signIn } from './members.ts';
import { png } from './pictures.ts';
import { upload } from './upload.ts';

/** Opens a team with the objects that the examples of the OpenAPI description name. */
export async function openExampleTeam(testApp: TestApp): Promise<TestApp> {
  const api = await openTeam(testApp);
  const list = { name: 'News', fromEmail: 'hello@shop.example', locale: 'en', requiresConfirmation: false };
  await api.db.list.create({ data: { ...list, teamId: api.teamId, id: EXAMPLE_ID } });
  await make(api, '/conversions', { ...SALE, reference: 'order-1001' });
  await make(api, '/templates', { name: 'Thanks', editor: 'html', subject: 'Thank you', content: 'Hello {{ name }}' });
  return api;
}

/** A path of the OpenAPI description with the ids of newly created rows. */
export async function pathToRows(api: TestApp, path: string): Promise<string> {
  let url = path;
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
    url = url.replace(`{${name}}`, await (ROWS[name] ?? expect.fail(`No ${name} is made: add it to ROWS.`))(api, path));
  return url;
}

const SALE = { email: 'ann@people.test', value: 1250, currency: 'EUR', reference: 'order-1000' };

const make = async (api: TestApp, path: string, body: object): Promise<string> => {
  const answer = await api.rest('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
};

/** Creates the row for a name in a path; returns its id. */
const ROWS: Record<string, (api: TestApp, path: string) => Promise<string> | string> = {
  list: () => EXAMPLE_ID,
  subscriber: async (api) =>
    (await subscribe(api, EXAMPLE_ID, [{ email: 'ann@people.test', tags: ['vip'] }])).data[0].id,
  key: async (api) => (await api.rest('POST', '/fields', { key: 'size', type: 'number' })).body.data.key,
  tag: async (api, path) => {
    if (path.endsWith('/merge')) await make(api, '/tags', { name: 'regular' });
    return make(api, '/tags', { name: 'old' });
  },
  segment: (api) => {
    const rules = [{ type: 'language', operator: 'equals', value: 'en' }];
    return make(api, `/lists/${EXAMPLE_ID}/segments`, { name: 'English', conditions: { operator: 'and', rules } });
  },
  template: (api) =>
    make(api, '/templates', { name: 'Other', editor: 'html', subject: 'Hello', content: 'Hello {{ name }}' }),
  media: async (api) => (await upload(api, png(5, 5))).body.data.id,
  campaign: async (api, path) => {
    const campaign = { name: 'Sale', list: EXAMPLE_ID, template: 'Thanks' };
    if (!path.endsWith('/pick')) return make(api, '/campaigns', campaign);
    const variants = [{ name: 'A' }, { name: 'B', subject: 'B' }];
    const id = await make(api, '/campaigns', { ...campaign, test: { variants, sample_percent: 10, by: 'manual' } });
    expect((await api.rest('POST', `/campaigns/${id}/send`)).status).toBe(200);
    return id;
  },
  automation: async (api) => {
    const id = await make(api, '/automations', {
      name: 'Cart',
      trigger: { type: 'api' },
      steps: [{ type: 'wait', for: 'P1D' }],
    });
    expect((await api.rest('POST', `/automations/${id}/activate`)).status).toBe(200);
    return id;
  },
  domain: (api) => make(api, '/sending-domains', { domain: 'shop.test' }),
  import: async (api) => (await sendCsv(api, EXAMPLE_ID, 'email\nann@people.test\n')).body.data.id,
  form: (api) => make(api, '/forms', { list: EXAMPLE_ID, name: 'Footer' }),
  transport: (api) => make(api, '/transports', { name: 'Slow', host: 'smtp.other.example' }),
  webhook: (api) => make(api, '/webhooks', { url: 'https://hooks.shop.test/', kinds: ['*'] }),
  source: (api) => make(api, '/feedback-sources', { provider: 'generic' }),
  conversion: (api) => make(api, '/conversions', SALE),
  member: async (api) => (await signIn(api, 'editor', `editor${api.teamId}@staff.test`)).memberId,
  token: (api) => make(api, '/tokens', { name: 'Old', ability: 'read' }),
};
