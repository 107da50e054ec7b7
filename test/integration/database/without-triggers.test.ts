import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReactionRecorder } from '../../../src/domain/insight/record-reactions.ts';
import { personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { linkOf, visit } from '../../support/pages.ts';
import { statement } from '../../support/statement.ts';

// Each action runs twice: with triggers that keep the roll-ups, and with distributed tables, where the program does.
let apps: TestApp[];
beforeAll(async () => {
  apps = [await openTestApp(), await openTestApp({}, { withoutTriggers: true })];
});
afterAll(() => Promise.all(apps.map((api) => api.close())));

/** Runs `work` on both and expects the same result of `select` from both. Returns it. */
async function expectSame(work: (api: TestApp) => Promise<void>, select: string) {
  const found = [];
  for (const api of apps) {
    await work(api);
    found.push(await statement(api.databaseUrl, select));
  }
  expect(found[1]).toEqual(found[0]);
  return found[0]!;
}

const event = (email: string, name: string, occurredAt: string, more: object = {}) => ({
  ...{ email, name, occurred_at: occurredAt },
  ...more,
});

test('events are rolled up by person and name, repeated references once', async () => {
  const rows = await expectSame(async (api) => {
    await api.rest('POST', '/events', {
      events: [
        event('ann@x.test', 'viewed', '2026-01-02T00:00:00Z'),
        event('ann@x.test', 'viewed', '2026-01-05T00:00:00Z', { reference: 'a' }),
        event('bob@x.test', 'viewed', '2026-01-03T00:00:00Z'),
      ],
    });
    await api.rest('POST', '/events', event('ann@x.test', 'viewed', '2026-01-01T00:00:00Z'));
    await api.rest('POST', '/events', event('ann@x.test', 'viewed', '2026-01-09T00:00:00Z', { reference: 'a' }));
  }, `select name, count, first_at, last_at from person_events order by count`);
  expect(rows).toEqual([
    { name: 'viewed', count: 1, first_at: new Date('2026-01-03'), last_at: new Date('2026-01-03') },
    { name: 'viewed', count: 3, first_at: new Date('2026-01-01'), last_at: new Date('2026-01-05') },
  ]);
});

test('a subscriber is engaged by events before and after, at most a day behind', async () => {
  const rows = await expectSame(async (api) => {
    await api.rest('POST', '/events', event('early@x.test', 'viewed', '2026-02-01T00:00:00Z'));
    const list = await makeList(api);
    await subscribe(api, list, [{ email: 'early@x.test' }, { email: 'late@x.test' }, { email: 'never@x.test' }]);
    await api.rest('POST', '/events', event('late@x.test', 'viewed', '2026-03-01T00:00:00Z'));
    await api.rest('POST', '/events', event('late@x.test', 'viewed', '2026-03-01T20:00:00Z'));
    await api.rest('POST', '/events', event('early@x.test', 'viewed', '2026-04-01T00:00:00Z'));
  }, `select email, engaged_at from subscribers where email like '%x.test' order by email`);
  expect(rows).toEqual([
    { email: 'early@x.test', engaged_at: new Date('2026-04-01') },
    { email: 'late@x.test', engaged_at: new Date('2026-03-01') },
    { email: 'never@x.test', engaged_at: null },
  ]);
});

test('a click engages the subscribers of its reader', async () => {
  const rows = await expectSame(async (api) => {
    const list = await makeList(api);
    await subscribe(api, list, [{ email: 'reader@y.test' }]);
    await statement(
      api.databaseUrl,
      `insert into transactional_mails (team_id, id, html_source, from_email, "to", recipients)
         values (${api.teamId}, '${MAIL}', 'x', 'a@b.test', '{reader@y.test}', '{reader@y.test}');
       insert into messages (team_id, id, kind, mail_id, state, sent_at)
         values (${api.teamId}, '${MAIL}', 'transactional', '${MAIL}', 'sent', now() - interval '1 hour')`,
    );
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
    const record = createReactionRecorder(api.installation.connection.db);
    const click = { messageId: MAIL, kind: 'click', target: 'https://shop.test/', userAgent, ahead: false } as const;
    await record({ teamId: api.teamId, ...click });
  }, `select (select count(*)::int from touches) as touches, engaged_at is not null as engaged from subscribers where email = 'reader@y.test'`);
  expect(rows).toEqual([{ touches: 1, engaged: true }]);
});

const MAIL = '0199f0a0-0000-7000-8000-00000000000a';

test('every change of a subscriber is recorded, from any writer', async () => {
  const rows = await expectSame(
    async (api) => {
      const list = await makeList(api);
      const email = 'changing@z.test';
      await subscribe(api, list, [{ email, tags: ['one'] }]);
      const { id } = await readSubscriber(api, list, email);
      await subscribe(api, list, [{ email, tags: ['two'] }]);
      await api.rest('PATCH', `/subscribers/${id}`, { tags: ['two', 'three'] });
      await api.rest('POST', `/subscribers/${id}/tags`, { tags: ['four'] });
      await api.rest('DELETE', `/subscribers/${id}/tags`, { tags: ['two'] });
      await api.rest('POST', `/subscribers/${id}/unsubscribe`);
      await subscribe(api, list, [{ email, resubscribe: true }]);
      await visit(api, 'POST', linkOf(api, 'unsubscribe', id));
    },
    `select kind, (select array_agg(t.name order by t.name) from tags t where t.team_id = c.team_id and t.id = any(c.tag_ids)) as tags
      from subscriber_changes c order by c.id`,
  );
  expect(rows.map(({ kind, tags }) => `${kind} ${tags ?? ''}`.trim())).toEqual([
    'tagged two',
    'tagged three',
    'untagged one',
    'tagged four',
    'untagged two',
    'unsubscribed',
    'resubscribed',
    'unsubscribed',
  ]);
});

test('an erased person leaves no roll-up', async () => {
  const email = 'gone@w.test';
  const rows = await expectSame(async (api) => {
    await api.rest('POST', '/events', event(email, 'viewed', '2026-02-01T00:00:00Z'));
    await api.graphql(`mutation { erasePerson(input: { email: "${email}" }) { suppression { id } } }`);
    expect(
      await statement(
        api.databaseUrl,
        `select from person_events where person_key = '${personKey(api.teamId, email)}'`,
      ),
    ).toEqual([]);
  }, `select count(*)::int as count from people where email = '${email}'`);
  expect(rows).toEqual([{ count: 0 }]);
});
