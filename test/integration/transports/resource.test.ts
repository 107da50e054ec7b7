import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { awayFromMidnight } from '../../support/midnight.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { WRONG_TYPES } from '../../support/values.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const INPUT = { name: 'Bulk', host: 'smtp.provider.example' };

// biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
const create = async (input: object = {}, token?: string): Promise<any> => {
  const { status, body } = await api.rest('POST', '/transports', { ...INPUT, ...input }, token ? { token } : {});
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
};

const problems = async (method: string, path: string, input: unknown) => {
  const { status, body } = await api.rest(method, path, input);
  return { status, errors: body?.errors };
};

describe('a transport', () => {
  test('is created with sensible settings', async () => {
    expect(await create()).toEqual({
      ...{ id: expect.any(String), created_at: expect.any(String) },
      ...{ name: 'Bulk', host: 'smtp.provider.example', port: 587, secure: false, user: null },
      ...{ tls: 'opportunistic', ca: null, fingerprint: null, ehlo_name: null, oauth2: null },
      ...{ connections: 5, messages_per_minute: null, warm_up_started_on: null, daily_limit: null, sent_today: 0 },
      ...{ domain_limits: [], headers: {}, is_default: false, sending_pauses: [] },
    });
  });

  test('keeps its settings and hides its password', async () => {
    const given = {
      ...{ host: 'Smtp.Provider.EXAMPLE', port: 465, user: 'us', connections: 9, messages_per_minute: 600 },
      domain_limits: [
        { domain: 'GMAIL.com', connections: 2 },
        { domain: 'bücher.example', messages_per_minute: 30 },
      ],
      warm_up_started_on: '2026-01-31',
    };
    const made = await create({ ...given, password: 'hunter2 hunter2' });
    expect(made).toMatchObject({
      ...{ host: 'smtp.provider.example', port: 465, secure: true, user: 'us', connections: 9 },
      ...{ messages_per_minute: 600, warm_up_started_on: '2026-01-31' },
      domain_limits: [
        { domain: 'gmail.com', connections: 2, messages_per_minute: null },
        { domain: 'xn--bcher-kva.example', connections: null, messages_per_minute: 30 },
      ],
    });
    const shown = await api.rest('GET', `/transports/${made.id}`);
    expect(shown.body.data).toEqual(made);
    const [row] = await api.db.$queryRawUnsafe<object[]>(
      `select t::text as row from transports t where id = '${made.id}'`,
    );
    expect(JSON.stringify([made, row])).not.toMatch(/hunter2|68756e74657232/);
  });

  test('works the same in GraphQL', async () => {
    const create = `mutation($input: CreateTransportInput!) { createTransport(input: $input) { transport { id } } }`;
    const made = await api.graphql(create, { input: { ...INPUT, name: 'By GraphQL', messagesPerMinute: 60 } });
    const { id } = made.body.data.createTransport.transport;
    const change = `mutation($id: ID!) { updateTransport(input: { id: $id, name: "Other", messagesPerMinute: null }) { transport { name messagesPerMinute } } }`;
    const changed = await api.graphql(change, { id });
    expect(changed.body.data.updateTransport.transport).toEqual({ name: 'Other', messagesPerMinute: null });
    const all = await api.graphql('{ transports(first: 1) { totalCount nodes { id sendingPauses { id } } } }');
    expect(all.body.data.transports.nodes).toEqual([{ id, sendingPauses: [] }]);
    const gone = await api.graphql('mutation($id: ID!) { deleteTransport(id: $id) { deletedId } }', { id });
    expect(gone.body.data.deleteTransport).toEqual({ deletedId: id });
    const missing = await api.graphql('query($id: ID!) { transport(id: $id) { name } }', { id });
    expect(missing.body).toEqual({ data: { transport: null } });
  });

  test.each([
    ['name', [null, '', ' ', ...WRONG_TYPES]],
    [
      'host',
      [null, '', 'a b', 'a..b', '-a.example', 'a.example:25', 'user@a.example', '0x7f.1', '2130706433', ...WRONG_TYPES],
    ],
    ['host', ['a.example\r\nX', 'a\t.example', 'a\u0000.example', 'a\u00ad.example', 'a%2eexample', 'a.example%']],
    ['host', ['a.example/x', 'a.example\\x', 'a.example?x', 'a.example#x', 'a\u2003b.example']],
    ['port', [0, 65_536, 1.5, '25', true, {}]],
    ['secure', [1, 'true', {}]],
    ['connections', [0, 101, 1.5, '5', {}]],
    ['messages_per_minute', [0, -1, 1.5, '5', {}]],
    ['warm_up_started_on', ['2026-02-30', '31.1.2026', '2026-01-31T00:00:00Z', '1999-01-01', 5, {}]],
    ['domain_limits', [5, 'gmail.com', {}, [5], [{}], [{ domain: 'x' }], [{ domain: 'a.example', connections: 0 }]]],
    ['domain_limits', [[{ domain: 'a.example' }, { domain: 'A.example' }]]],
    ['is_default', [1, 'true', {}]],
    ['user', ['us\r\nMAIL', 'u\u0000s', 'u\u007fs', 5, {}]],
    ['password', ['', 'p\r\nw', 'p\u0000w', 'p\u0085w', 5, {}]],
  ])('%s is validated', async (name, values) => {
    for (const value of values) {
      const { status, errors } = await problems('POST', '/transports', {
        ...INPUT,
        user: 'us',
        password: 'p',
        [name]: value,
      });
      expect({ value, status, names: Object.keys(errors ?? {}).map((key) => key.split('.')[0]) }).toEqual({
        ...{ value, status: 422, names: expect.arrayContaining([name]) },
      });
    }
  });

  test('has a user and a password, or neither', async () => {
    expect((await problems('POST', '/transports', { ...INPUT, user: 'us' })).errors).toHaveProperty('password');
    expect((await problems('POST', '/transports', { ...INPUT, password: 'p' })).errors).toHaveProperty('user');
    const { id } = await create({ user: 'us', password: 'p' });
    expect((await problems('PATCH', `/transports/${id}`, { user: null })).errors).toHaveProperty('user');
    expect((await problems('PATCH', `/transports/${id}`, { user: null, password: null })).status).toBe(200);
  });

  test('does not keep its password for another server', async () => {
    const { id } = await create({ user: 'us', password: 'secret of us' });
    for (const elsewhere of [{ host: 'evil.example' }, { port: 2525 }, { secure: true }]) {
      const { status, errors } = await problems('PATCH', `/transports/${id}`, elsewhere);
      expect([status, Object.keys(errors)]).toEqual([422, ['password']]);
    }
    expect((await problems('PATCH', `/transports/${id}`, { host: INPUT.host, name: 'New name' })).status).toBe(200);
    const moved = await api.rest('PATCH', `/transports/${id}`, { host: 'other.example', password: 'another' });
    expect(moved.body.data.host).toBe('other.example');
  });

  test('keeps absent settings in a change; null resets one', async () => {
    const { id } = await create({ connections: 9, messages_per_minute: 60, warm_up_started_on: '2026-01-31' });
    const { body } = await api.rest('PATCH', `/transports/${id}`, { connections: null, warm_up_started_on: null });
    expect(body.data).toMatchObject({ connections: 5, messages_per_minute: 60, warm_up_started_on: null });
  });

  test('shows the limit of the day during a warm-up', async () => {
    await awayFromMidnight();
    const today = new Date().toISOString().slice(0, 10);
    expect((await create({ warm_up_started_on: today })).daily_limit).toBe(50);
    expect((await create({ warm_up_started_on: '2026-01-01' })).daily_limit).toBeNull();
    expect((await create({ warm_up_started_on: '2999-01-01' })).daily_limit).toBe(50);
  });
});

describe('the default', () => {
  const isDefault = async (id: string) => (await api.rest('GET', `/transports/${id}`)).body.data.is_default;

  test('is only one at a time', async () => {
    const first = await create({ is_default: true });
    expect(first.is_default).toBe(true);
    const second = await create({ is_default: true });
    expect(await Promise.all([isDefault(first.id), isDefault(second.id)])).toEqual([false, true]);
    await api.rest('PATCH', `/transports/${first.id}`, { is_default: true });
    expect(await Promise.all([isDefault(first.id), isDefault(second.id)])).toEqual([true, false]);
    await api.rest('PATCH', `/transports/${second.id}`, { is_default: false });
    expect(await isDefault(first.id)).toBe(true);
    await api.rest('PATCH', `/transports/${first.id}`, { is_default: null });
    expect(await isDefault(first.id)).toBe(false);
  });

  test('is unset once it is deleted', async () => {
    const { id } = await create({ is_default: true });
    expect((await api.rest('DELETE', `/transports/${id}`)).status).toBe(204);
    expect(await api.db.team.findFirst({ where: { id: api.teamId } })).toMatchObject({ defaultTransportId: null });
  });
});

describe('choosing a transport', () => {
  const list = { name: 'News', from_email: 'news@shop.example' };

  test('for a list shows in both interfaces', async () => {
    const { id: transport } = await create();
    const made = await api.rest('POST', '/lists', { ...list, transport });
    expect([made.status, Object.keys(made.body.data)]).toEqual([201, expect.arrayContaining(['transport'])]);
    const { id } = made.body.data;
    const query = 'query($id: ID!) { list(id: $id) { transport { id } } }';
    const shown = async () => (await api.graphql(query, { id })).body.data.list.transport;
    expect(await shown()).toEqual({ id: transport });
    await api.rest('PUT', `/lists/${id}`, { name: 'Other news' });
    expect(await shown()).toEqual({ id: transport });
    await api.rest('PUT', `/lists/${id}`, { transport: null });
    expect(await shown()).toBeNull();
    await api.rest('PUT', `/lists/${id}`, { transport: transport.toUpperCase() });
    expect(await shown()).toEqual({ id: transport });
    await api.rest('DELETE', `/transports/${transport}`);
    expect(await shown()).toBeNull();
  });

  test('for an e-mail also applies when it is resent', async () => {
    await api.rest('POST', '/templates', { name: 'order', editor: 'html', content: 'Thanks' });
    const { id: transport } = await create();
    const mail = { template: 'order', from: 'shop@shop.example', to: ['ann@people.test'], transport };
    const made = await api.rest('POST', '/transactional-mails', mail);
    expect([made.status, Object.keys(made.body.data)]).toEqual([201, expect.arrayContaining(['transport'])]);
    const again = await api.rest('POST', `/transactional-mails/${made.body.data.id}/resend`);
    const query = 'query($id: ID!) { transactionalMail(id: $id) { transport { id } } }';
    for (const { body } of [made, again]) {
      const shown = await api.graphql(query, { id: body.data.id });
      expect(shown.body.data.transactionalMail.transport).toEqual({ id: transport });
    }
  });

  test.each(['an unknown one', "another team's", 'a deleted one', 'no id', 'a number'])(
    '%s is refused',
    async (which) => {
      const deleted = await create();
      await api.rest('DELETE', `/transports/${deleted.id}`);
      const transport = {
        ...{ 'an unknown one': UNKNOWN_ID, "another team's": (await create({}, api.otherToken)).id },
        ...{ 'a deleted one': deleted.id, 'no id': 'x', 'a number': 5 },
      }[which];
      const { id } = (await api.rest('POST', '/lists', list)).body.data;
      const mail = { template: 'order', from: 'shop@shop.example', to: ['ann@people.test'] };
      for (const [method, path, body] of [
        ['POST', '/lists', list],
        ['PUT', `/lists/${id}`, {}],
        ['POST', '/transactional-mails', mail],
      ] as const) {
        const { status, errors } = await problems(method, path, { ...body, transport });
        expect([status, errors]).toEqual([422, { transport: ['The transport field must be the id of a transport.'] }]);
      }
    },
  );
});

describe('another team', () => {
  test('has its own', async () => {
    const theirs = await create({ name: 'Theirs' }, api.otherToken);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const) {
      expect(
        (await api.rest(method, `/transports/${theirs.id}${path}`, method === 'PATCH' ? {} : undefined)).status,
      ).toBe(404);
    }
    const { data } = (await api.rest('GET', '/transports?per_page=100')).body;
    expect(data.map(({ name }: { name: string }) => name)).not.toContain('Theirs');
  });
});

describe('sending pauses', () => {
  test('are listed with their transport and separately, and can be ended', async () => {
    const { id: transport } = await create();
    const pausedUntil = new Date(Date.now() + 60_000);
    const pause = { teamId: api.teamId, failures: 5, pauses: 1, reason: '451 later', pausedUntil };
    const [whole, domain, own] = ['', 'slow.example', 'slow.example'].map((domain, index) => ({
      ...{ ...pause, domain, id: `0197a000-0000-7000-8000-00000000000${index + 1}` },
      transportId: index === 2 ? '00000000-0000-0000-0000-000000000000' : transport,
    }));
    const counting = {
      ...pause,
      id: UNKNOWN_ID.replace(/.$/, '9'),
      transportId: transport,
      domain: 'a.example',
      pausedUntil: null,
    };
    await api.db.sendingPause.createMany({ data: [whole!, domain!, own!, counting] });
    const shown = {
      ...{ reason: '451 later', failures: 5, bulk_only: false },
      ...{ paused_until: pausedUntil.toISOString(), failing_since: expect.any(String) },
    };
    const { data } = (await api.rest('GET', `/transports/${transport}`)).body;
    expect(data.sending_pauses).toEqual([
      { id: whole!.id, transport, domain: null, ...shown },
      { id: domain!.id, transport, domain: 'slow.example', ...shown },
    ]);
    const all = await api.rest('GET', '/sending-pauses');
    expect(all.body.meta.total).toBe(3);
    expect(all.body.data[0]).toEqual({ id: own!.id, transport: null, domain: 'slow.example', ...shown });
    expect((await api.rest('GET', '/sending-pauses', undefined, { token: api.otherToken })).body.meta.total).toBe(0);
    expect(
      (await api.rest('DELETE', `/sending-pauses/${whole!.id}`, undefined, { token: api.otherToken })).status,
    ).toBe(404);
    expect((await api.rest('DELETE', `/sending-pauses/${whole!.id}`)).status).toBe(204);
    expect((await api.rest('DELETE', `/sending-pauses/${whole!.id}`)).status).toBe(404);
    const left = await api.graphql('{ sendingPauses(first: 10) { nodes { id } } }');
    expect(left.body.data.sendingPauses.nodes.map(({ id }: { id: string }) => id)).toEqual([own!.id, domain!.id]);
  });
});
