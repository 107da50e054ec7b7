import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const sales = () => api.db.event.count();

describe('a conversion with an unknown key is refused, and counts no revenue', () => {
  const SALE = { email: 'ann@people.test', value: 900, currency: 'EUR' };

  test.each([
    ['order_id', 'reference'],
    ['orderId', 'reference'],
    ['order_number', 'reference'],
    ['transaction_id', 'reference'],
    ['refrence', 'reference'],
    ['Reference', 'reference'],
    ['amount', 'value'],
    ['total_price', 'value'],
    ['currency_code', 'currency'],
    ['occured_at', 'occurred_at'],
    ['timestamp', 'occurred_at'],
    ['metadata', 'properties'],
  ])('%s: did you mean %s?', async (key, meant) => {
    const before = await sales();
    const { status, body } = await api.rest('POST', '/conversions', { ...SALE, [key]: 'A-1' });
    const message = `The ${key} field is not known to this operation. Did you mean ${meant}?`;
    expect([status, body]).toEqual([422, { message, errors: { [key]: [message] } }]);
    expect(await sales()).toBe(before);
  });

  test('and so is any other unknown key', async () => {
    const { status, body } = await api.rest('POST', '/conversions', { ...SALE, colour: 'red' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['colour']]);
    expect(body.message).toMatch(/^The colour field is not known to this operation, which takes .*reference/);
  });
});

describe('a refund with an unknown key is refused', () => {
  test.each(['amount', 'order_id', 'refundReference', 'reason', 'notify'])('%s', async (key) => {
    const sale = { email: 'ann@people.test', value: 900, currency: 'EUR', reference: `sale ${key}` };
    const { id } = (await api.rest('POST', '/conversions', sale)).body.data;
    for (const [path, body] of [
      [`/conversions/${id}/refund`, { value: 100 }],
      ['/conversions/refund', { reference: sale.reference, value: 100 }],
    ] as const) {
      const answer = await api.rest('POST', path, { ...body, [key]: 'x' });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [key]]);
    }
    const { body } = await api.rest('POST', `/conversions/${id}/refund`, {});
    expect(body.data.value).toBe(900);
  });
});

test('GET /transactional-mails?to= names recipient, because a period has since and until', async () => {
  const { status, body } = await api.rest('GET', '/transactional-mails?to=ann@people.test');
  expect([status, Object.keys(body.errors), body.message]).toEqual([422, ['to'], expect.stringContaining('recipient')]);
});

describe('an unknown parameter is refused, even for specified operations', () => {
  test.each([
    ['/transactional-mails?limit=5', 'limit', 'per_page'],
    ['/transactional-mails?filter[status]=sent', 'filter[status]', 'status'],
    ['/transactional-mails?templates=Thanks', 'templates', 'template'],
    ['/transactional-mails?perPage=5', 'perPage', 'per_page'],
    ['/templates?limit=5', 'limit', 'per_page'],
    ['/templates?offset=5', 'offset', 'page'],
    ['/templates?page[size]=5', 'page[size]', 'per_page'],
    ['/fields?pageSize=100', 'pageSize', 'per_page'],
    ['/fields?page[number]=2', 'page[number]', 'page'],
    ['/events?email=ann@people.test&limit=5', 'limit', 'per_page'],
    ['/events?email=ann@people.test&event=order', 'event', 'name'],
    ['/events?email=ann@people.test&Name=order', 'Name', 'name'],
    ['/lists?limit=5', 'limit', 'per_page'],
  ])('GET %s names %s and means %s', async (path, key, meant) => {
    const { status, body } = await api.rest('GET', path);
    const message = `The ${key} field is not known to this operation. Did you mean ${meant}?`;
    expect([status, body]).toEqual([422, { message, errors: { [key]: [message] } }]);
  });

  test.each(['sort', 'order_by', 'colour', 'from'])('%s', async (key) => {
    const { data } = await subscribe(api, list, [{ email: 'ann@people.test' }]);
    const calls = [
      ['GET', '/templates'],
      ['GET', '/fields'],
      ['GET', '/transactional-mails'],
      ['GET', '/events?email=ann@people.test'],
      ['GET', `/lists/${list}`],
      ['GET', `/subscribers/${data[0].id}`],
      ['POST', '/events', { email: 'ann@people.test', name: 'visit' }],
      ['POST', '/lists', { name: 'Another', from_email: 'news@shop.test' }],
      ['PUT', `/lists/${list}`, { name: 'Another' }],
      ['POST', `/lists/${list}/subscribers/batch`, { subscribers: [{ email: 'bob@people.test' }] }],
      ['POST', `/subscribers/${data[0].id}/unsubscribe`],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await api.rest(method, `${path}${path.includes('?') ? '&' : '?'}${key}=x`, body);
      expect([path, answer.status, Object.keys(answer.body.errors)]).toEqual([path, 422, [key]]);
    }
    expect((await api.rest('GET', `/lists/${list}`)).body.data).toMatchObject({ name: 'News', subscribed_count: 1 });
  });
});

describe('an operation specified without a body refuses unknown keys', () => {
  test.each(['notify', 'send_at', 'colour'])('%s', async (key) => {
    const { data } = await subscribe(api, list, [{ email: 'ann@people.test' }]);
    const unsubscribed = await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`, { [key]: true });
    expect([unsubscribed.status, Object.keys(unsubscribed.body.errors)]).toEqual([422, [key]]);
    const resent = await api.rest('POST', `/transactional-mails/${UNKNOWN_ID}/resend`, { [key]: true });
    expect(resent.status).toBe(404);
    await api.rest('POST', '/fields', { key: `f_${key}`, type: 'text' });
    const changed = await api.rest('PATCH', `/fields/f_${key}`, { label: 'New', [key]: 1 });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, [key]]);
    const removed = await api.rest('DELETE', `/fields/f_${key}`, { [key]: 1 });
    expect([removed.status, Object.keys(removed.body.errors)]).toEqual([422, [key]]);
  });
});

test('a single subscriber may be sent as read, without other unknown keys', async () => {
  const row = { email: 'ann@people.test', id: UNKNOWN_ID, list: UNKNOWN_ID, created_at: '2020-01-01T00:00:00Z' };
  expect((await api.rest('POST', `/lists/${list}/subscribers`, row)).status).toBe(201);
  for (const key of ['colour', 'accepts_marketing', 'firstName', 'subscribed']) {
    const { status, body } = await api.rest('POST', `/lists/${list}/subscribers`, { ...row, [key]: false });
    expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
    expect(body.message).not.toMatch(/created_at|\blist\b/);
  }
});
