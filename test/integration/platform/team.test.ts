import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { callRaw, openSecondProcess } from '../../support/second-process.ts';
import { statement } from '../../support/statement.ts';

let testApp: TestApp;
let api: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
});

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('a token is shown once, works, and is listed without its secret', async () => {
  const created = await api.rest('POST', '/tokens', {
    name: 'Shop',
    ability: 'read',
    expires_at: '2999-01-01T00:00:00Z',
  });
  expect(created).toMatchObject({ status: 201 });
  const { token, ...shown } = created.body.data;
  expect(shown).toEqual({
    id: UUID,
    name: 'Shop',
    note: null,
    ability: 'read',
    scopes: [],
    created_by: null,
    prefix: token.slice(0, 12),
    last_used_at: null,
    expires_at: '2999-01-01T00:00:00.000Z',
    rate_limit: null,
    created_at: TIME,
  });
  expect((await api.rest('GET', '/lists', undefined, { token })).status).toBe(200);
  expect((await api.rest('POST', '/lists', {}, { token })).status).toBe(403);
  const listed = await api.rest('GET', '/tokens');
  expect(listed.body.meta.total).toBe(3);
  expect(listed.body.data[0]).toEqual({ ...shown, last_used_at: TIME });
  expect(JSON.stringify(listed.body)).not.toContain(token);
});

test('GraphQL creates, lists and revokes as well', async () => {
  const { body } = await api.graphql(
    'mutation { createApiToken(input: { name: "Shop", ability: WRITE }) { secret apiToken { id ability expiresAt } } }',
  );
  const { secret: token, apiToken } = body.data.createApiToken;
  expect(apiToken).toEqual({ id: UUID, ability: 'WRITE', expiresAt: null });
  const listed = await api.graphql('{ apiTokens(first: 1) { totalCount nodes { id name } } }', {}, { token });
  expect(listed.body.data.apiTokens).toEqual({ totalCount: 3, nodes: [{ id: apiToken.id, name: 'Shop' }] });
  const revoked = await api.graphql('mutation ($id: ID!) { revokeApiToken(id: $id) { apiToken { name } } }', {
    id: apiToken.id,
  });
  expect(revoked.body).toEqual({ data: { revokeApiToken: { apiToken: { name: 'Shop' } } } });
  expect((await api.graphql('{ team { name } }', {}, { token })).status).toBe(401);
});

test.each([
  [{}, ['name', 'ability']],
  [{ name: 'A', ability: 'admin' }, ['ability']],
  [{ name: 'A', ability: 'read', expires_at: '2001-01-01T00:00:00Z' }, ['expires_at']],
  [{ name: 'A', ability: 'read', expires_at: 'soon' }, ['expires_at']],
])('a token of %j is refused', async (body, fields) => {
  const refused = await api.rest('POST', '/tokens', body);
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual(fields);
});

test('a revoked token is refused everywhere at once: on every process and on sockets that are open', async () => {
  const secondProcess = await openSecondProcess(api);
  const { body } = await api.rest('POST', '/tokens', { name: 'Leaver', ability: 'write' });
  const { token, id } = body.data;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };
  const client = createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => {},
  });
  const overSocket = () => client.iterate({ query: '{ team { name } }' }).next();
  expect((await overSocket()).value).toEqual({ data: { team: { name: 'My team' } } });
  expect((await callRaw(secondProcess.app, token, 'GET', '/v1/team')).status).toBe(200);
  // It may be the calling token.
  expect((await api.rest('DELETE', `/tokens/${id}`, undefined, { token })).status).toBe(204);
  expect((await callRaw(api.app, token, 'GET', '/v1/team')).status).toBe(401);
  while ((await callRaw(secondProcess.app, token, 'GET', '/v1/team')).status !== 401);
  await expect(overSocket()).rejects.toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  expect((await api.rest('DELETE', `/tokens/${id}`)).status).toBe(404);
  await client.dispose();
  await secondProcess.close();
});

test("another team's token is not found, and a read token changes none", async () => {
  const { body } = await api.rest('GET', '/tokens', undefined, { token: api.otherToken });
  const { id } = body.data[0];
  expect((await api.rest('DELETE', `/tokens/${id}`)).status).toBe(404);
  expect((await api.rest('DELETE', '/tokens/nonsense')).status).toBe(404);
  expect((await api.rest('DELETE', `/tokens/${id}`, undefined, { token: api.readToken })).status).toBe(403);
  expect((await api.rest('GET', '/team', undefined, { token: api.otherToken })).status).toBe(200);
});

test('team settings are read and updated by both interfaces', async () => {
  const before = await api.rest('GET', '/team');
  expect(before.body.data).toEqual({
    id: UUID,
    name: 'My team',
    from_email: null,
    from_name: null,
    attribution_window_days: 5,
    keep_events_for: null,
    keep_messages_for: null,
    postal_address: null,
    brand: expect.objectContaining({ logo_url: null, color: '#1f5f5b', social_links: [] }),
    timezone: 'UTC',
    track_opens: true,
    track_clicks: true,
    frequency: null,
    auto_pause: { hard_bounces: 5, complaints: 0.3 },
    brake: { hard_bounces: 5, complaints: 0.3 },
    created_at: TIME,
  });
  const change = {
    ...{ from_email: 'Shop@Example.org', attribution_window_days: 30, keep_events_for: 400, keep_messages_for: 540 },
    postal_address: '1 Road\nTown',
  };
  const changed = await api.rest('PATCH', '/team', change);
  expect(changed.body.data).toEqual({ ...before.body.data, ...change, from_email: 'shop@example.org' });
  const cleared = await api.graphql(
    `mutation { updateTeam(input: { attributionWindowDays: null, keepEventsFor: null, postalAddress: null, timezone: "Europe/Berlin" }) { team {
       attributionWindowDays keepEventsFor postalAddress timezone fromEmail } } }`,
  );
  expect(cleared.body.data.updateTeam.team).toEqual({
    attributionWindowDays: 5,
    keepEventsFor: null,
    postalAddress: null,
    timezone: 'Europe/Berlin',
    fromEmail: 'shop@example.org',
  });
  expect((await api.graphql('{ team { id } }')).body.data.team.id).toBe(before.body.data.id);
});

test.each([
  { attribution_window_days: 0 },
  { attribution_window_days: 31 },
  { attribution_window_days: 1.5 },
  { attribution_window_days: '5' },
  { keep_events_for: 0 },
  { keep_events_for: 36_501 },
  { name: null },
  { name: ' ' },
  { from_email: 'nobody' },
  { timezone: 'Mars/Base' },
  { track_opens: 'no' },
])('a team of %j is refused', async (body) => {
  const refused = await api.rest('PATCH', '/team', body);
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual(Object.keys(body));
});

test("usage reports the team's totals and this month's activity", async () => {
  const list = await api.rest('POST', '/lists', { name: 'News', from_email: 'a@shop.example' });
  await api.rest('POST', `/lists/${list.body.data.id}/subscribers/batch`, {
    subscribers: [{ email: 'a@b.example' }, { email: 'c@d.example' }],
  });
  await api.rest('POST', '/events', { email: 'e@f.example', name: 'order' });
  await api.rest('POST', '/events', { email: 'e@f.example', name: 'order' });
  await statement(api.databaseUrl, 'update events set created_at = now()'); // the month may have changed
  await statement(
    api.databaseUrl,
    "update events set created_at = now() - interval '32 days' where id = (select id from events limit 1)",
  );
  const { body } = await api.rest('GET', '/usage');
  expect(body.data).toEqual({
    lists: 1,
    templates: 0,
    tokens: 2,
    people: 3,
    subscribers: 2,
    subscribed: 2,
    month_started_at: expect.stringMatching(/-01T00:00:00\.000Z$/),
    events_this_month: 1,
    mails_this_month: 0,
    mails_sent_this_month: 0,
    messages_sent_this_month: { total: 0, transactional: 0, campaign: 0, confirmation: 0, data_request: 0, test: 0 },
    messages_sent_by_day: [],
  });
  const { body: theirs } = await api.graphql('{ usage { lists people } }', {}, { token: api.otherToken });
  expect(theirs.data.usage).toEqual({ lists: 0, people: 0 });
});
