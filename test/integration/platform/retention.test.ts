import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueue } from '../../../src/database/enqueue.ts';
import { recountAutomation } from '../../../src/domain/automations/report/recount.ts';
import { firstIdAt, personKey } from '../../../src/ids.ts';
import { removeExpired } from '../../../src/jobs/remove-expired.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeAutomation } from '../../support/automations.ts';
import { openInbox } from '../../support/inbox.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let folder: string;
beforeAll(async () => {
  api = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'tidings-kept-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const DAY_MS = 86_400_000;
const sql = (text: string) => statement(api.databaseUrl, text);
const clean = (keep: object) =>
  removeExpired(
    api.installation.connection.db,
    { ...api.installation.config, dataDir: folder, keep },
    api.installation.log,
  );

const MAIL = {
  to: ['ada@people.test'],
  from: 'hello@shop.example',
  subject: 'Your order {{ order }}',
  text: 'Order {{ order }}',
  variables: { order: '1001' },
  headers: { 'X-Order': '1001' },
  attachments: [{ filename: 'invoice.txt', content: 'aGVsbG8=' }],
};

/** A mail requested this many days ago. Its id and its message are as old. */
async function mailOf(days: number, more: object = {}, state = 'sent'): Promise<string> {
  const { status, body } = await api.rest('POST', '/transactional-mails', { ...MAIL, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  const time = Date.now() - days * DAY_MS;
  const id = `${firstIdAt(time).slice(0, 24)}${body.data.id.slice(24)}`;
  const at = `timestamptz '${new Date(time).toISOString()}'`;
  const settled = state === 'pending' ? '' : `, status = '${state}', sent_at = ${state === 'sent' ? at : 'null'}`;
  await sql(`begin;
    create temporary table old_message on commit drop as select * from messages where mail_id = '${body.data.id}';
    delete from messages where mail_id = '${body.data.id}';
    update transactional_mails set id = '${id}', created_at = ${at} ${settled} where id = '${body.data.id}';
    update old_message set id = '${id}', mail_id = '${id}' ${state === 'pending' ? '' : `, state = '${state}'`};
    insert into messages select * from old_message;
    commit`);
  return id;
}

const read = async (id: string) =>
  (
    await api.graphql(
      `query ($id: ID!) { transactionalMail(id: $id) {
         subject variables attachments status contentRemovedAt to } }`,
      { id },
    )
  ).body.data.transactionalMail;

describe('the content of mails', () => {
  test('is removed after its time, and the mail stays', async () => {
    const [old, failed, young] = [await mailOf(31), await mailOf(31, {}, 'failed'), await mailOf(29)];
    await clean({ mailContent: 30 });
    for (const id of [old, failed]) {
      expect(await read(id)).toMatchObject({
        ...{ variables: {}, attachments: [], to: ['ada@people.test'], subject: 'Your order 1001' },
        contentRemovedAt: expect.any(String),
      });
    }
    expect(await read(young)).toMatchObject({
      ...{ variables: { order: '1001' }, attachments: ['invoice.txt'], contentRemovedAt: null },
    });
    const [row] = await sql(`select text_source, headers::text from transactional_mails where id = '${old}'`);
    expect(row).toEqual({ text_source: '', headers: '{}' });
    expect((await api.rest('GET', `/transactional-mails/${old}`)).body.data).toMatchObject({ status: 'sent' });
  });

  test('can then no longer be shown or resent', async () => {
    const id = await mailOf(40);
    await clean({ mailContent: 30 });
    expect(await api.rest('POST', `/transactional-mails/${id}/resend`)).toMatchObject({
      status: 409,
      body: { message: 'The e-mail cannot be resent. Its content was removed because of its age.' },
    });
    expect((await api.rest('GET', `/transactional-mails/${id}/preview`)).status).toBe(422);
  });

  test('stays while the mail waits, and after a late sending', async () => {
    const waits = await mailOf(31, {}, 'pending');
    const late = await mailOf(50);
    await sql(
      `update transactional_mails set send_at = now() - interval '1 day', sent_at = now() - interval '1 day' where id = '${late}'`,
    );
    await clean({ mailContent: 30 });
    for (const id of [waits, late]) expect(await read(id)).toMatchObject({ contentRemovedAt: null });
    // The next round finds it, although it has passed it before.
    await sql(
      `update transactional_mails set send_at = now() - interval '31 days', sent_at = now() - interval '31 days' where id = '${late}'`,
    );
    await clean({ mailContent: 30 });
    expect(await read(late)).toMatchObject({ contentRemovedAt: expect.any(String) });
  });

  test('is kept forever without a setting, and rounds are repeatable', async () => {
    const id = await mailOf(3_000);
    await clean({});
    expect(await read(id)).toMatchObject({ contentRemovedAt: null });
    await sql('update teams set mails_emptied_to = null');
    await clean({ mailContent: 30 });
    const first = await read(id);
    await clean({ mailContent: 30 });
    expect(await read(id)).toEqual(first);
  });
});

describe('mails', () => {
  test('are removed after their time with their delivery, and bounces stay', async () => {
    const [old, young, waits] = [await mailOf(401), await mailOf(399), await mailOf(401, {}, 'pending')];
    await sql(`insert into attempts (team_id, message_id, outcome) values (${api.teamId}, '${old}', 'deferred')`);
    const key = personKey(api.teamId, 'ada@people.test');
    await sql(`insert into people (team_id, key, email) values (${api.teamId}, '${key}', 'ada@people.test') on conflict do nothing;
      insert into feedback (team_id, message_id, person_key, kind, key) values (${api.teamId}, '${old}', '${key}', 'soft_bounce', '\\x01')`);
    await clean({ mails: 400 });
    expect(await read(old)).toBeNull();
    const [left] = await sql(`select (select count(*)::int from messages where id = '${old}') as messages,
      (select count(*)::int from attempts where message_id = '${old}') as attempts`);
    expect(left).toEqual({ messages: 0, attempts: 0 });
    expect(await sql('select message_id from feedback')).toEqual([{ message_id: null }]);
    for (const id of [young, waits]) expect(await read(id)).not.toBeNull();
  });

  test('with credited sales stay, so revenue by template is unchanged', async () => {
    const [credited, read_, plain] = [await mailOf(500), await mailOf(500), await mailOf(500)];
    await sql(
      `update transactional_mails set clicks = 1, template = 'Thanks', template_id = id, text_source = null where id in ('${credited}', '${read_}')`,
    );
    await api.rest('POST', '/events', { email: 'ada@people.test', name: 'order', value: 40, currency: 'EUR' });
    await sql(
      `update sales set sender = 'transactional', sender_id = '${credited}', touch = 'click', touched_at = occurred_at`,
    );
    const revenue = () => api.rest('GET', '/revenue?group_by=template');
    const before = (await revenue()).body.data;
    expect(JSON.stringify(before)).toContain('Thanks');
    await clean({ mails: 400 });
    expect((await revenue()).body.data).toEqual(before);
    expect(await read(credited)).not.toBeNull();
    for (const id of [read_, plain]) expect(await read(id)).toBeNull();
  });

  test('sent by automations are removed without changing figures, and stay if a sale is credited to them', async () => {
    const automation = await makeAutomation(api, { trigger: { type: 'api' }, steps: [{ id: 'out', type: 'exit' }] });
    const [plain, credited] = [await mailOf(500), await mailOf(500)];
    await sql(
      `update transactional_mails set automation_id = '${automation}', automation_step = 'mail', run_id = id, clicks = 1
       where id in ('${plain}', '${credited}')`,
    );
    await api.rest('POST', '/events', { email: 'ada@people.test', name: 'order', value: 40, currency: 'EUR' });
    await sql(`update sales set sender = 'automation', sender_id = '${automation}', email_id = '${credited}', touch = 'click',
      touched_at = occurred_at where id = (select id from sales order by id desc limit 1)`);
    const scope = createScope(api.installation.connection.db, { id: api.teamId }, WORKER);
    await recountAutomation(scope, automation);
    const figures = () =>
      sql(`select step, what, count from automation_counts where automation_id = '${automation}' order by 1, 2`);
    const before = await figures();
    expect(before).toContainEqual({ step: 'mail', what: 'sent', count: '2' });
    await clean({ mails: 400 });
    expect(await read(plain)).toBeNull();
    expect(await read(credited)).not.toBeNull();
    expect(await recountAutomation(scope, automation)).toBe(0);
    expect(await figures()).toEqual(before);
  });

  test('for confirmations and data requests are removed with their delivery, and waiting and campaign messages stay', async () => {
    const list = await makeList(api);
    const [{ id: subscriber }] = (await subscribe(api, list, [{ email: 'bea@people.test' }])).data;
    const made = await sql(`insert into messages (team_id, id, kind, subscriber_id, state, created_at, sent_at)
      select ${api.teamId}, (lpad(to_hex(floor(extract(epoch from now() - days * interval '1 day') * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(n::text, 15, '0'))::uuid,
        kind::"MessageKind", '${subscriber}', state::"MessageState", now() - days * interval '1 day', now()
      from (values (401, 'confirmation', 'sent', 1), (405, 'data_request', 'failed', 2), (399, 'confirmation', 'sent', 3), (404, 'confirmation', 'deferred', 4))
        given(days, kind, state, n) returning id`);
    await sql(`insert into attempts (team_id, message_id, outcome) values (${api.teamId}, '${made[0]!.id}', 'deferred');
      insert into feedback (team_id, message_id, person_key, kind, key)
      select ${api.teamId}, '${made[1]!.id}', person_key, 'soft_bounce', '\\x02' from subscribers where id = '${subscriber}'`);
    const left = () =>
      sql(`select right(id::text, 1)::int as n from messages where subscriber_id = '${subscriber}' order by id`);
    await clean({});
    expect(await left()).toHaveLength(4);
    await clean({ mails: 400 });
    expect(await left()).toEqual([{ n: 4 }, { n: 3 }]);
    expect(await sql(`select message_id from feedback where key = '\\x02'`)).toEqual([{ message_id: null }]);
    // A message that was still being tried is removed in the next round.
    await sql(`update messages set state = 'sent' where id = '${made[3]!.id}'`);
    await clean({ mails: 400 });
    expect(await left()).toEqual([{ n: 3 }]);
  });
});

test('imports are removed after their time with all their rows, and imported people stay', async () => {
  const { body } = await api.rest('POST', '/lists', { name: 'Imported', from_email: 'a@shop.example', from_name: 'A' });
  const list = body.data.id;
  const made = await sql(`insert into imports (team_id, id, list_id, status, file_name, total, finished_at)
    select ${api.teamId}, gen_random_uuid(), '${list}', 'completed', days::text, 1, now() - make_interval(days => days)
    from unnest('{401,399}'::int[]) as days returning id::text, file_name`);
  const old = made.find(({ file_name }) => file_name === '401')!.id;
  await sql(`insert into import_errors (team_id, import_id, row_number, issues) select ${api.teamId}, '${old}', n, '[]' from generate_series(1, 4001) n;
    insert into import_skipped_values (team_id, import_id, number, row_number, email, column_name, value, issue)
    values (${api.teamId}, '${old}', 1, 1, 'ada@people.test', 'age', 'x', '{}')`);
  await clean({ imports: 400 });
  expect((await sql('select file_name from imports')).map(({ file_name }) => file_name)).toEqual(['399']);
  expect(await sql('select 1 from import_errors union all select 1 from import_skipped_values')).toEqual([]);
});

test('abandoned jobs are removed after their time, and others stay', async () => {
  await sql('delete from graphile_worker._private_jobs');
  for (const campaignId of ['old', 'young', 'tried']) {
    await enqueue(api.db, 'send-rest', { teamId: api.teamId, campaignId }, { afterSeconds: 3_600 });
  }
  await sql(`alter table graphile_worker._private_jobs disable trigger user;
    update graphile_worker._private_jobs set attempts = case payload ->> 'campaignId' when 'tried' then 3 else max_attempts end,
      updated_at = now() - case payload ->> 'campaignId' when 'young' then interval '89 days' else interval '91 days' end;
    alter table graphile_worker._private_jobs enable trigger user`);
  await clean({ failedJobs: 90 });
  const left = await sql(`select payload ->> 'campaignId' as id from graphile_worker._private_jobs order by 1`);
  expect(left.map(({ id }) => id)).toEqual(['tried', 'young']);
});

test('files of the outbox are removed after their time, and other files in the folder stay', async () => {
  const outbox = join(folder, 'outbox');
  await import('node:fs/promises').then(({ mkdir }) => mkdir(outbox));
  const name = (days: number) =>
    `${new Date(Date.now() - days * DAY_MS).toISOString().replace(/[:.]/g, '')}-${crypto.randomUUID()}.eml`;
  const [old, young] = [name(31), name(29)];
  for (const file of [old, young, 'notes.txt']) await writeFile(join(outbox, file), 'x');
  await clean({ outbox: 30 });
  expect((await readdir(outbox)).toSorted()).toEqual([young, 'notes.txt'].toSorted());
});

describe('secret variables', () => {
  const SECRET = 'https://shop.example/reset?token=hunter2-0815';
  const RESET = {
    ...{ to: ['ada@people.test'], from: 'hello@shop.example', subject: 'Reset {{ link }}', attachments: [] },
    ...{
      text: 'Hello {{ name }}, go to {{ link }}',
      variables: { name: 'Ada', link: SECRET },
      secret_variables: ['link'],
    },
  };

  test('are never shown, in REST, GraphQL or a preview', async () => {
    const { body, status } = await api.rest('POST', '/transactional-mails', RESET);
    expect(status).toBe(201);
    const { id } = body.data;
    const shown = [
      body,
      (await api.rest('GET', `/transactional-mails/${id}`)).body,
      (await api.rest('GET', `/transactional-mails/${id}/preview`)).body,
      (await api.graphql(`{ transactionalMail(id: "${id}") { subject variables secretVariables tracking } }`)).body,
      (await api.rest('GET', `/people/ada@people.test/export`)).body,
    ];
    expect(JSON.stringify(shown)).not.toContain('hunter2');
    expect(shown[2].data.text).toContain('Hello Ada, go to •••');
    expect(shown[3].data.transactionalMail).toEqual({
      ...{ subject: 'Reset •••', variables: { name: 'Ada' }, secretVariables: ['link'], tracking: false },
    });
  });

  test('that name no variable, or are tracked, are refused', async () => {
    const wrong = { ...RESET, secret_variables: ['link', 'lnik'], tracking: true };
    const { status, body } = await api.rest('POST', '/transactional-mails', wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors).toSorted()).toEqual(['secret_variables.1', 'tracking']);
  });

  test('are removed from the database when the mail is cancelled', async () => {
    const { body } = await api.rest('POST', '/transactional-mails', {
      ...RESET,
      send_at: new Date(Date.now() + DAY_MS).toISOString(),
    });
    const there = () =>
      sql(`select 1 from transactional_mails m where id = '${body.data.id}' and m::text like '%hunter2%'`);
    expect(await there()).toHaveLength(1);
    expect((await api.rest('DELETE', `/transactional-mails/${body.data.id}`)).status).toBe(204);
    expect(await there()).toEqual([]);
  });

  test.each([
    ['sent', 'reset@people.test'],
    ['failed', 'reset@refused.test'],
  ])('reach the recipient, and are removed from the database once the mail is %s', async (status, email) => {
    const inbox = await openInbox(api.installation);
    inbox.server.recipients.set('reset@refused.test', '550 5.1.1 No such user');
    const { body } = await api.rest('POST', '/transactional-mails', { ...RESET, to: [email] });
    const { id } = body.data;
    await until(async () => (await read(id)).status === status.toUpperCase());
    if (status === 'sent') {
      const [received] = await inbox.mailTo(email);
      expect(received!.mail.subject).toBe(`Reset ${SECRET}`);
      expect(received!.mail.text).toContain(SECRET);
    }
    await inbox.stop();
    const where = await sql(`select id from transactional_mails m where m::text like '%hunter2%'
      union all select id from messages m where m::text like '%hunter2%'
      union all select message_id from attempts a where a::text like '%hunter2%'
      union all select message_id from reactions r where r::text like '%hunter2%'
      union all select id from webhook_notifications n where n::text like '%hunter2%'`);
    expect(where.filter((row) => row.id === id)).toEqual([]);
    expect(await read(id)).toMatchObject({ subject: 'Reset •••', variables: { name: 'Ada' } });
    expect(await api.rest('POST', `/transactional-mails/${id}/resend`)).toMatchObject({
      status: 409,
      body: { message: 'The e-mail cannot be resent. Its secret variables are not stored.' },
    });
  });
});
