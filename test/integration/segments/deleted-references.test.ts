import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { addMailings } from '../../support/mailings.ts';
import { addressesIn, all, declareFields, makeSegment, type Rule } from '../../support/segments.ts';

let api: TestApp;
let list: string;
let ann: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await declareFields(api, { plan: 'text', age: 'number' });
  const rows = [
    { email: 'ann@gone.test', tags: ['vip'], attributes: { plan: 'gold', age: 40 } },
    { email: 'bob@gone.test', attributes: { plan: 'free', age: 20 } },
  ];
  ann = (await subscribe(api, list, rows)).data[0].id;
});
afterAll(() => api.close());

const BOTH = ['ann@gone.test', 'bob@gone.test'];

/** The results of a segment in all its answers, none of which may fail. */
async function answers(id: string): Promise<string[]> {
  const { status, body } = await api.rest('GET', `/segments/${id}`);
  expect(status).toBe(200);
  const addresses = await addressesIn(api, `/segments/${id}/subscribers`);
  expect(body.data.subscribers_count).toBe(addresses.length);
  const explained = await api.rest('GET', `/segments/${id}/explain?subscriber=${ann}`);
  expect(explained.body.data.matches).toBe(addresses.includes('ann@gone.test'));
  expect((await api.rest('GET', `/lists/${list}/segments`)).status).toBe(200);
  expect((await api.rest('PUT', `/segments/${id}`, { name: 'Kept' })).status).toBe(200);
  return addresses;
}

async function refusal(conditions: unknown): Promise<Record<string, string[]>> {
  const { status, body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'S', conditions });
  const preview = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions });
  expect([status, preview.status]).toEqual([422, 422]);
  expect(preview.body).toEqual(body);
  return body.errors;
}

const rule = (type: string, operator: string, value?: unknown, field?: string): Rule => ({
  ...{ type, operator, value },
  ...(field && { field }),
});

test('rules on a deleted field match nobody with any operator, and cannot be saved again', async () => {
  const rules = [
    rule('attribute', 'equals', 'gold', 'plan'),
    rule('attribute', 'not_equals', 'gold', 'plan'),
    rule('attribute', 'is_not_set', undefined, 'plan'),
  ];
  const saved = await Promise.all(rules.map((rule) => makeSegment(api, list, all(rule))));
  expect(saved.map(({ subscribers_count }) => subscribers_count)).toEqual([1, 1, 0]);
  expect((await api.rest('DELETE', '/fields/plan')).status).toBe(204);
  for (const { id } of saved) expect(await answers(id)).toEqual([]);
  for (const rule of rules) expect(Object.keys(await refusal(all(rule)))).toEqual(['conditions.rules.0.field']);
});

test("rules that do not fit a field's new type match nobody", async () => {
  const { id } = await makeSegment(api, list, all(rule('attribute', 'gt', 30, 'age')));
  expect(await answers(id)).toEqual(['ann@gone.test']);
  expect((await api.rest('PATCH', '/fields/age', { type: 'text' })).status).toBe(200);
  expect(await answers(id)).toEqual([]);
  expect(Object.keys(await refusal(all(rule('attribute', 'gt', 30, 'age'))))).toEqual(['conditions.rules.0.operator']);
});

test('a deleted tag matches nobody, like a never used tag, and can be used later', async () => {
  const has = await makeSegment(api, list, all(rule('tags', 'has_any', ['vip'])));
  const hasNone = await makeSegment(api, list, all(rule('tags', 'has_none', ['vip'])));
  expect([await answers(has.id), await answers(hasNone.id)]).toEqual([['ann@gone.test'], ['bob@gone.test']]);
  const [tag] = (await api.rest('GET', '/tags')).body.data;
  expect((await api.rest('DELETE', `/tags/${tag.id}`)).status).toBe(204);
  expect([await answers(has.id), await answers(hasNone.id)]).toEqual([[], BOTH]);
  expect((await makeSegment(api, list, all(rule('tags', 'has_any', ['vip'])))).subscribers_count).toBe(0);
});

test('messages of a deleted template still count, but new rules cannot name it', async () => {
  const { teamId } = api;
  const template = { id: newId(), name: 'Welcome', editor: 'html', subject: 'S', content: 'C', html: 'C' } as const;
  await api.db.template.create({ data: { teamId, ...template } });
  const mail = { template: 'Welcome', templateId: template.id, fromEmail: 'shop@gone.test', status: 'sent' } as const;
  await api.db.transactionalMail.create({
    data: { teamId, id: newId(), ...mail, to: ['ann@gone.test'], recipients: ['ann@gone.test'], sentAt: new Date() },
  });
  const received = rule('transactional', 'received', 'Welcome');
  const recently = rule('transactional', 'not_received', { template: 'Welcome', within_days: 1 });
  const saved = [await makeSegment(api, list, all(received)), await makeSegment(api, list, all(recently))];
  expect(saved.map(({ conditions }) => conditions.rules[0].value)).toEqual([received.value, recently.value]);
  expect((await api.rest('DELETE', `/templates/${template.id}`)).status).toBe(204);
  expect(await Promise.all(saved.map(({ id }) => answers(id)))).toEqual([['ann@gone.test'], ['bob@gone.test']]);
  const conditions = all(rule('segment', 'in', saved[0].id));
  const preview = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions });
  expect(preview.body.data.subscribers_count).toBe(1);
  const problem = 'The conditions.rules.0.value field must be the name or id of a template.';
  expect(await refusal(all(received))).toEqual({ 'conditions.rules.0.value': [problem] });
  expect(Object.keys(await refusal(all(recently)))).toEqual(['conditions.rules.0.value.template']);
});

test('rules on a deleted campaign match nobody with any operator, and cannot be saved again', async () => {
  const { teamId } = api;
  const campaign = { teamId, id: newId(), listId: list, name: 'May', templateId: newId(), status: 'sent' } as const;
  await api.db.campaign.create({ data: campaign });
  const person = personKey(teamId, 'ann@gone.test');
  const message = { kind: 'campaign', campaignId: campaign.id, personKey: person, state: 'sent' } as const;
  await addMailings(api.db);
  await api.db.message.create({ data: { teamId, id: newId(), ...message, sentAt: new Date() } });
  const touch = { kind: 'open', sender: 'campaign', senderId: campaign.id } as const;
  await api.db.touch.create({ data: { teamId, personKey: person, ...touch, at: new Date() } });
  const rules = [
    rule('campaign', 'received', campaign.id.toUpperCase()),
    rule('campaign', 'not_received', campaign.id),
    rule('campaign', 'opened', { campaign: campaign.id, within_days: 1 }),
    rule('campaign', 'not_clicked', { campaign: campaign.id }),
  ];
  const saved = await Promise.all(rules.map((rule) => makeSegment(api, list, all(rule))));
  expect(saved[0].conditions.rules[0].value).toBe(campaign.id);
  const outer = await makeSegment(api, list, all(rule('segment', 'in', saved[1].id)));
  const ann = ['ann@gone.test'];
  expect(await Promise.all(saved.map(({ id }) => answers(id)))).toEqual([ann, ['bob@gone.test'], ann, BOTH]);
  expect((await api.rest('DELETE', `/campaigns/${campaign.id}`)).status).toBe(204);
  for (const { id } of [...saved, outer]) expect(await answers(id)).toEqual([]);
  const problem = 'must be the id of a campaign.';
  for (const [index, rule] of rules.entries()) {
    const path = `conditions.rules.0.value${index > 1 ? '.campaign' : ''}`;
    expect(await refusal(all(rule))).toEqual({ [path]: [`The ${path} field ${problem}`] });
  }
});

test.each([
  [undefined, 'value'],
  [null, 'value'],
  [7, 'value'],
  ['May', 'value'],
  [['01900000-0000-7000-8000-000000000001'], 'value'],
  [{ within_days: 3 }, 'value.campaign'],
  [{ campaign: '01900000-0000-7000-8000-000000000001', within_days: 0 }, 'value.campaign'],
])('a campaign rule does not accept %j', async (value, path) => {
  const errors = await refusal(all(rule('campaign', 'opened', value)));
  expect(Object.keys(errors)[0]).toBe(`conditions.rules.0.${path}`);
});

test.each([
  [undefined, 'value'],
  [null, 'value'],
  [7, 'value'],
  ['', 'value'],
  [['Welcome'], 'value'],
  [{ within_days: 3 }, 'value.template'],
  [{ template: 'Never', within_days: 0 }, 'value.template'],
])('a transactional rule does not accept %j', async (value, path) => {
  const errors = await refusal(all(rule('transactional', 'opened', value)));
  expect(Object.keys(errors)[0]).toBe(`conditions.rules.0.${path}`);
});

test('a segment cannot name itself, and a named segment cannot be deleted', async () => {
  const inner = await makeSegment(api, list, all(rule('email', 'is_set')));
  const outer = await makeSegment(api, list, all(rule('segment', 'in', inner.id)));
  for (const [id, named] of [
    [inner.id, inner.id],
    [inner.id, outer.id],
  ]) {
    const { status, body } = await api.rest('PUT', `/segments/${id}`, {
      conditions: all(rule('segment', 'in', named)),
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['conditions.rules.0.value']]);
  }
  expect((await api.rest('DELETE', `/segments/${inner.id}`)).status).toBe(409);
  expect(await answers(outer.id)).toEqual(BOTH);
});
