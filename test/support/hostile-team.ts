import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { makeList, subscribeMany } from './audience.ts';
import { CART } from './automations.ts';
import { makeCampaign, TEMPLATE, untilEnded } from './campaigns.ts';
import { sendCsv } from './csv.ts';
import { HOSTILE_STRINGS } from './hostile-strings.ts';

/** Objects with hostile names: the tables that show them, and the ids of the accepted ones. */
export interface Named {
  table: string;
  ids: Map<string, string>;
}

const EDITORS = ['html', 'markdown', 'mjml', 'blocks'] as const;

/** The content that each editor makes of a text. */
const contentOf = {
  html: (text: string) => `<p>${text}</p>`,
  markdown: (text: string) => `# ${text}\n\n${text}`,
  mjml: (text: string) =>
    `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  blocks: (text: string) =>
    JSON.stringify({
      blocks: [
        { type: 'heading', text },
        { type: 'text', text },
        { type: 'html', html: text },
      ],
    }),
};

/** Steps that show a text on the canvas. */
const stepsWith = (text: string) => [
  { id: 'tag', type: 'add_tags', tags: [text.slice(0, 100)] },
  {
    id: 'half',
    type: 'split',
    branches: [
      { name: text, percent: 50, steps: [] },
      { name: 'B', percent: 50, steps: [] },
    ],
  },
];

const rulesWith = (text: string) => ({
  operator: 'and',
  rules: [
    { type: 'tags', operator: 'has_any', value: [text.slice(0, 100)] },
    { type: 'attribute', field: 'town', operator: 'equals', value: text },
  ],
});

/**
 * Gives hostile names to objects of every kind, through REST: each string names one or two objects. The people on the list have
 * all of them as names, tags, attributes and events.
 */
export async function makeHostileTeam(api: TestApp) {
  const list = await makeList(api, { name: 'News' });
  await api.rest('POST', '/templates', TEMPLATE);
  expect((await api.rest('POST', '/fields', { key: 'town', label: 'Town', type: 'text' })).status).toBe(201);
  const kinds: [table: string, path: string, input: (text: string, index: number) => object][] = [
    ['lists', '/lists', (name) => ({ name, from_email: 'news@shop.test' })],
    [`segments?list=${list}`, `/lists/${list}/segments`, (name) => ({ name, conditions: rulesWith(name) })],
    [
      'templates',
      '/templates',
      (name, index) => {
        const editor = EDITORS[(index >> 3) % 4]!;
        return { name, editor, subject: name, content: contentOf[editor](name) };
      },
    ],
    ['campaigns', '/campaigns', (name) => ({ name, list, template: 'Issue' })],
    ['automations', '/automations', (name) => ({ ...CART, name, steps: stepsWith(name) })],
    ['settings/tokens', '/tokens', (name) => ({ name, note: name, ability: 'read' })],
    ['settings/transports', '/transports', (name) => ({ name, host: 'smtp.shop.test' })],
    [
      'settings/webhooks',
      '/webhooks',
      (description) => ({ description, url: 'https://hooks.shop.test/x', kinds: ['*'] }),
    ],
    ['forms', '/forms', (name) => ({ list, name, text: name, button: name, consent_text: name })],
    ['lists/fields', '/fields', (label, index) => ({ key: `field_${index}`, label, type: 'text' })],
  ];
  const named: Named[] = [];
  for (const [kind, [table, path, input]] of kinds.entries()) {
    const ids = new Map<string, string>();
    for (const [index, text] of HOSTILE_STRINGS.entries()) {
      if (index % 8 !== kind % 8) continue;
      const { status, body } = await api.rest('POST', path, input(text, index));
      expect([path, text, status]).toEqual([path, text, status === 422 ? 422 : 201]);
      if (status === 201) ids.set(text, body.data.id ?? body.data.key);
    }
    named.push({ table, ids });
  }
  const people = HOSTILE_STRINGS.map((text, index) => ({
    ...{ email: `p${index}@people.test`, first_name: text, tags: [text.slice(0, 100)], attributes: { town: text } },
  }));
  await subscribeMany(api, list, people);
  const events = HOSTILE_STRINGS.map((text, index) => ({
    ...{ email: `p${index}@people.test`, name: 'visit', properties: { [text.slice(0, 100)]: text } },
    ...{ value: 100, currency: 'EUR', reference: text },
  }));
  expect((await api.rest('POST', '/events', { events })).body.failed).toBe(0);
  return {
    list,
    named,
    mails: await sendHostileMails(api),
    imported: await importHostile(api, list),
    campaign: await sendToAll(api, list),
  };
}

/** Transactional e-mails with hostile subjects and contents; returns the ids of the accepted ones, by subject. */
async function sendHostileMails(api: TestApp): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let from = 0; from < HOSTILE_STRINGS.length; from += 100) {
    const texts = HOSTILE_STRINGS.slice(from, from + 100);
    const mails = texts.map((text) => ({
      ...{ from: 'shop@shop.test', from_name: text, to: ['ann@people.test'], subject: text },
      ...{ html: `<p>${text}</p>`, text, variables: { x: text }, headers: { 'X-Hostile': text } },
    }));
    const { body } = await api.rest('POST', '/transactional-mails/batch', { mails });
    for (const { index, id } of body.data) if (id) ids.set(texts[index]!, id);
  }
  return ids;
}

/** A file with a hostile name, columns and rows; returns the id of its import. */
async function importHostile(api: TestApp, list: string): Promise<string> {
  const cells = HOSTILE_STRINGS.map((text) => `"${text.replaceAll('"', '""')}"`);
  const rows = cells.map((cell) => `${cell},${cell}`).join('\n');
  // One of them contains a word for unsubscribing.
  const query = { file_name: HOSTILE_STRINGS[1]!, mapping: JSON.stringify({ [HOSTILE_STRINGS[0]!]: null }) };
  const { status, body } = await sendCsv(api, list, `email,${cells[0]}\n${rows}\n`, { query });
  expect([status, body.message]).toEqual([202, undefined]);
  return body.data.id;
}

/** A campaign to all subscribers, with links of all kinds; returns its id once it has ended. */
async function sendToAll(api: TestApp, list: string): Promise<string> {
  await api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
  const links = HOSTILE_STRINGS.filter((text) => !/[{}"<>]/.test(text)).map((text) => `<p><a href="${text}">x</a></p>`);
  const template = { ...TEMPLATE, name: 'Links', content: `<html><body>${links.join('')}</body></html>` };
  expect((await api.rest('POST', '/templates', template)).status).toBe(201);
  const id = await makeCampaign(api, list, { name: HOSTILE_STRINGS[0], template: 'Links' });
  expect((await api.rest('POST', `/campaigns/${id}/send`)).status).toBe(200);
  await untilEnded(api, id);
  return id;
}
