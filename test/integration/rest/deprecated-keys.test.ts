import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPRECATED } from '../../../src/schema/deprecations.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const LIMITS = { hard_bounces: 3, complaints: 0.2 };

test('a deprecated key works like its replacement, and the response names its last day and its page', async () => {
  const { status, body, headers } = await api.rest('PATCH', '/team', { brake: LIMITS });
  expect(status).toBe(200);
  expect([body.data.brake, body.data.auto_pause]).toEqual([LIMITS, LIMITS]);
  expect(headers.deprecation).toBe(`@${Date.UTC(2026, 10, 29) / 1_000}`);
  expect(headers.sunset).toBe('Wed, 01 Dec 2027 00:00:00 GMT');
  const [, page] = /^<(.*)>; rel="deprecation"; type="text\/html"$/.exec(String(headers.link)) ?? [];
  const { pathname } = new URL(page as string);
  const reference = await api.app.inject({ url: pathname });
  expect([reference.statusCode, reference.body.includes('brake')]).toEqual([200, true]);
});

test('a deprecated parameter works like its replacement, and both documents name that', async () => {
  const former = await api.rest('GET', '/transactional-mails?from=2026-01-01T00:00:00Z');
  expect([former.status, former.headers.deprecation]).toEqual([200, `@${Date.UTC(2026, 10, 30) / 1_000}`]);
  const current = await api.rest('GET', '/transactional-mails?since=2026-01-01T00:00:00Z');
  expect([current.status, current.headers.deprecation]).toEqual([200, undefined]);
  const { paths } = (await api.app.inject({ url: '/openapi.json' })).json();
  const { parameters, responses } = paths['/transactional-mails'].get;
  for (const [name, instead] of [
    ['from', 'since'],
    ['to', 'until'],
  ])
    expect(parameters.find((one: { name: string }) => one.name === name)).toMatchObject({
      deprecated: true,
      description: `Use \`${instead}\`, which means the same.`,
    });
  expect(Object.keys(responses['200'].headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
});

test('specified names of REST are not deprecated there', async () => {
  const { status, headers } = await api.rest('GET', '/revenue?from=2026-01-01&to=2026-01-31');
  expect([status, headers.deprecation]).toEqual([200, undefined]);
  const { paths } = (await api.app.inject({ url: '/openapi.json' })).json();
  const names = paths['/revenue'].get.parameters.filter((one: { deprecated?: true }) => !one.deprecated);
  expect(names.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['since', 'until', 'from', 'to']),
  );
});

test('a request without a deprecated key gets no such header', async () => {
  for (const call of [api.rest('GET', '/team'), api.rest('PATCH', '/team', { auto_pause: LIMITS })]) {
    const { status, headers } = await call;
    expect([status, headers.deprecation, headers.sunset]).toEqual([200, undefined, undefined]);
  }
});

test('the new key wins beside the deprecated one', async () => {
  const auto_pause = { hard_bounces: 7, complaints: 0.7 };
  const { body } = await api.rest('PATCH', '/team', { auto_pause, brake: LIMITS });
  expect([body.data.auto_pause, body.data.brake]).toEqual([auto_pause, auto_pause]);
});

test('a refused value is named by the sent key', async () => {
  for (const key of ['brake', 'auto_pause']) {
    const { status, body } = await api.rest('PATCH', '/team', { [key]: { complaints: -1 } });
    expect([status, Object.keys(body.errors)]).toEqual([422, [`${key}.complaints`]]);
  }
});

test('both documents mark deprecated names', async () => {
  const query = `{ input: __type(name: "UpdateTeamInput") { inputFields(includeDeprecated: true) { name deprecationReason } }
                   type: __type(name: "Team") { fields(includeDeprecated: true) { name deprecationReason } } }`;
  const { input, type } = (await ask(api, query)) as Record<string, Record<string, { name: string }[]>>;
  for (const fields of [input!.inputFields, type!.fields]) {
    expect(fields!.filter((field) => (field as { deprecationReason?: string }).deprecationReason)).toEqual([
      {
        name: 'brake',
        deprecationReason: 'Use `autoPause`. Deprecated since 2026-11-29; works at least until 2027-12-01.',
      },
    ]);
  }
  const { components, paths } = (await api.app.inject({ url: '/openapi.json' })).json();
  expect(components.schemas.UpdateTeamInput.properties.brake.deprecated).toBe(true);
  expect(components.schemas.Team.properties.brake.deprecated).toBe(true);
  expect(components.schemas.Team.properties.auto_pause.deprecated).toBeUndefined();
  expect(Object.keys(paths['/team'].patch.responses['200'].headers)).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset']),
  );
});

test('a deprecated name works for at least a year', () => {
  for (const { since, sunset } of Object.values(DEPRECATED)) {
    expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThanOrEqual(365 * 86_400_000);
  }
});
