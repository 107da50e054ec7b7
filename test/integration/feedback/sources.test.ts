import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';
import { genericSample } from '../../support/providers.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const create = (input: object) => api.rest('POST', '/feedback-sources', input);
const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
const P384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
const base64 = (key: typeof P256) => key.export({ format: 'der', type: 'spki' }).toString('base64');

test('a source gets an address and a secret, which are shown once, and encrypted in the database', async () => {
  const { status, body } = await create({ provider: 'generic', name: ' Our own server ' });
  expect([status, body.data]).toEqual([
    201,
    {
      id: expect.any(String),
      provider: 'generic',
      name: 'Our own server',
      last_received_at: null,
      created_at: expect.any(String),
      url: expect.stringMatching(/^http:\/\/localhost:4000\/feedback\/generic\/[\w-]{48}$/),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    },
  ]);
  const { url, secret, ...details } = body.data;
  expect((await api.rest('GET', `/feedback-sources/${details.id}`)).body.data).toEqual(details);
  expect((await api.rest('GET', '/feedback-sources')).body.data).toEqual([details]);
  const row = await api.db.feedbackSource.findFirstOrThrow({ where: { id: details.id } });
  const kept = JSON.stringify(row, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(kept).not.toContain(secret.slice(6));
  expect(kept).not.toContain(url.slice(-48));
});

test.each([
  ['ses', 'arn:aws:sns:eu-west-1:123456789012:bounces'],
  ['postmark', 'a-password-of-our-own'],
  ['mailgun', 'key-0123456789abcdef'],
  ['sendgrid', base64(P256)],
  ['sendgrid', P256.export({ format: 'pem', type: 'spki' })],
  ['generic', `whsec_${Buffer.alloc(24, 1).toString('base64')}`],
])('%s accepts a given secret, and does not show it', async (provider, secret) => {
  const { status, body } = await create({ provider, secret });
  expect([status, body.data.secret]).toEqual([201, null]);
});

test('the address for Postmark contains Postmark’s proof of identity', async () => {
  const { body } = await create({ provider: 'postmark' });
  const url = new URL(body.data.url);
  expect([url.username, url.password]).toEqual(['postmark', body.data.secret]);
});

describe('is refused:', () => {
  test.each([
    [{}, 'provider', 'is required.'],
    [{ provider: 'mandrill' }, 'provider', 'must be one of ses, postmark, mailgun, sendgrid, generic.'],
    [{ provider: 7 }, 'provider', 'must be one of ses, postmark, mailgun, sendgrid, generic.'],
    [{ provider: 'generic', secret: 7 }, 'secret', 'must be a string.'],
    [{ provider: 'generic', secret: 'whsec_AAAA' }, 'secret', 'must be whsec_ and 24 to 64 bytes in base64.'],
    [{ provider: 'mailgun', secret: 'short' }, 'secret', expect.stringContaining('signing key')],
    [{ provider: 'mailgun' }, 'secret', expect.stringContaining('is required')],
    [{ provider: 'sendgrid', secret: 'x' }, 'secret', expect.stringContaining('P-256')],
    [{ provider: 'sendgrid', secret: base64(P384) }, 'secret', expect.stringContaining('P-256')],
    [{ provider: 'ses', secret: 'arn:aws:s3:::bucket' }, 'secret', expect.stringContaining('SNS topic')],
    [{ provider: 'postmark', secret: 'with:colon-and-more' }, 'secret', expect.stringContaining('16 to 200')],
  ])('%j', async (input, field, problem) => {
    const { status, body } = await create(input);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field][0].replace(`The ${field} field `, '')).toEqual(problem);
  });
});

test('another secret replaces the old one at once', async () => {
  const { data } = (await create({ provider: 'generic' })).body;
  const knock = async (secret: string) => {
    const { headers, body } = genericSample.sign({ type: 'bounced', email: 'a@people.test' }, secret);
    const path = new URL(data.url).pathname;
    return (await api.app.inject({ method: 'POST', url: path, headers, payload: body })).statusCode;
  };
  expect(await knock(data.secret)).toBe(200);
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const { status, body } = await api.rest('PATCH', `/feedback-sources/${data.id}`, { secret, name: 'Renamed' });
  expect([status, body.data.name, body.data.last_received_at]).toEqual([200, 'Renamed', expect.any(String)]);
  expect([await knock(data.secret), await knock(secret)]).toEqual([401, 200]);
  const wrong = await api.rest('PATCH', `/feedback-sources/${data.id}`, { secret: 'x' });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['secret']]);
  expect((await api.rest('PATCH', `/feedback-sources/${data.id}`, { name: null })).body.data.name).toBeNull();
});

test('GraphQL creates, reads, changes, lists and deletes the same sources', async () => {
  const fields = '{ id provider name lastReceivedAt }';
  const { createFeedbackSource: made } = await ask(
    api,
    `mutation { createFeedbackSource(input: { provider: POSTMARK, name: "P" }) { url secret feedbackSource ${fields} } }`,
  );
  const { id } = made.feedbackSource;
  expect(made).toEqual({
    url: expect.any(String),
    secret: expect.any(String),
    feedbackSource: { id, provider: 'POSTMARK', name: 'P', lastReceivedAt: null },
  });
  const {
    updateFeedbackSource: { feedbackSource: changed },
  } = await ask(
    api,
    `mutation { updateFeedbackSource(input: { id: "${id}", name: "Q" }) { feedbackSource ${fields} } }`,
  );
  expect(changed.name).toBe('Q');
  expect((await ask(api, `{ feedbackSource(id: "${id}") ${fields} }`)).feedbackSource).toEqual(changed);
  expect((await ask(api, `{ feedbackSources(first: 1) { nodes ${fields} } }`)).feedbackSources.nodes).toEqual([
    changed,
  ]);
  await ask(api, `mutation { deleteFeedbackSource(id: "${id}") { deletedId } }`);
  expect((await api.rest('GET', `/feedback-sources/${id}`)).status).toBe(404);
});

test("another team's source is not found", async () => {
  const { data } = (await create({ provider: 'generic' })).body;
  for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
    const answer = await api.rest(method, `/feedback-sources/${data.id}`, body, { token: api.otherToken });
    expect(answer.status).toBe(404);
  }
});
