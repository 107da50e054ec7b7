import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase({ empty: true });
afterAll(() => database.drop());
const sql = (text: string) => statement(database.url, text);

const id = (number: number) => `0199f0a0-0000-7000-8000-00000000000${number}`;
const [LIST, TEMPLATE, AUTOMATION, SENT, DRAFT, OLD, EMAIL, EMPTY] = [1, 2, 3, 4, 5, 6, 7, 8].map(id);
const MOMENT = '2026-03-04T05:06:07.890Z';

beforeAll(async () => {
  const known = await readMigrations();
  const before = known.slice(
    0,
    known.findIndex(({ name }) => name === '0240_automation_emails_are_a_kind'),
  );
  await migrate(database.url, createLog('silent'), before);
  await sql(`
    insert into teams (public_id, name) values (gen_random_uuid(), 'Shop');
    insert into lists (team_id, id, name, from_email) values (1, '${LIST}', 'L', 'a@b.test');
    insert into automations (team_id, id, name) values (1, '${AUTOMATION}', 'A');
    insert into campaigns (team_id, id, list_id, name, template_id, status, enqueued_at, sent_count)
      select 1, id::uuid, '${LIST}', id, '${TEMPLATE}', status::"CampaignStatus", enqueued_at::timestamptz, 2
      from (values ('${SENT}', 'sent', '${MOMENT}'), ('${DRAFT}', 'draft', null), ('${OLD}', 'sent', null)) given(id, status, enqueued_at);
    insert into campaigns (team_id, id, list_id, name, template_id, status, enqueued_at, ignore_frequency, automation_id,
        automation_version, automation_step, subject, from_name, tracking, content, content_of, updated_at, sent_count, unknown_count,
        messages_removed_at)
      values (1, '${EMAIL}', '${LIST}', 'A', '${TEMPLATE}', 'sending', '${MOMENT}', true, '${AUTOMATION}', 2, 'first', 'Hi', 'Ann', false,
        '{"": {"subject": "Hi"}}', 'state', '${MOMENT}', 3, 1, '${MOMENT}'),
      (1, '${EMPTY}', '${LIST}', 'A', '${TEMPLATE}', 'sending', '${MOMENT}', true, '${AUTOMATION}', 1, 'first', null, null, true,
        null, null, '${MOMENT}', 0, 0, null);
    insert into messages (team_id, id, kind, campaign_id, person_key, run_id, state)
      select 1, gen_random_uuid(), 'campaign', campaign::uuid, gen_random_uuid(), case campaign when '${EMAIL}' then gen_random_uuid() end,
        state::"MessageState"
      from unnest(array['${SENT}', '${SENT}', '${EMAIL}', '${EMAIL}', '${EMAIL}', '${EMAIL}'],
                  array['sent', 'sent', 'sent', 'queued', 'unknown', 'deferred']) given(campaign, state);
    insert into campaign_counts (team_id, campaign_id, what, detail, variant, holder, count)
      values (1, '${EMAIL}', 'opened', '', 0, 4, 1), (1, '${OLD}', 'opened', '', 0, 4, 1), (1, '${SENT}', 'clicks', '', 0, 4, 9);
    insert into campaign_links (team_id, campaign_id, link, url) values (1, '${EMAIL}', gen_random_uuid(), 'https://shop.test');
    insert into outcomes (team_id, message_id, kind, was, state, campaign_id)
      select 1, id, 'campaign', 'sending', 'sent', campaign_id from messages where state = 'sent'`);
  await migrate(database.url, createLog('silent'), known);
});

test('campaigns with messages or counts have a mailing with their id, and others have none', async () => {
  const mailings = await sql(
    `select id::text, list_id::text as list, template_id::text as template, automation_id from mailings where campaign_id is not null order by id`,
  );
  const whole = { list: LIST, template: TEMPLATE, automation_id: null };
  expect(mailings).toEqual([
    { id: SENT, ...whole },
    { id: OLD, ...whole },
  ]);
});

test('automation e-mails are mailings, with their content, and no campaigns', async () => {
  expect(await sql('select id::text from campaigns order by id')).toEqual([SENT, DRAFT, OLD].map((id) => ({ id })));
  const emails = await sql(`select * from mailings where campaign_id is null order by id`);
  const common = {
    team_id: 1,
    list_id: LIST,
    template_id: TEMPLATE,
    automation_id: AUTOMATION,
    automation_step: 'first',
  };
  expect(emails).toMatchObject([
    {
      ...{
        ...common,
        id: EMAIL,
        automation_version: 2,
        subject: 'Hi',
        from_email: null,
        from_name: 'Ann',
        tracking: false,
      },
      ...{ content: { '': { subject: 'Hi' } }, content_of: 'state' },
      ...{ content_at: new Date(MOMENT), messages_removed_at: new Date(MOMENT) },
    },
    {
      ...common,
      id: EMPTY,
      automation_version: 1,
      subject: null,
      content: {},
      content_of: '',
      messages_removed_at: null,
    },
  ]);
});

test('their messages and uncounted outcomes are of their own kind', async () => {
  expect(
    await sql(`select campaign_id::text as of, kind::text, count(*)::int from messages group by 1, 2 order by 1`),
  ).toEqual([
    { of: SENT, kind: 'campaign', count: 2 },
    { of: EMAIL, kind: 'automation', count: 4 },
  ]);
  expect(
    await sql(`select campaign_id::text as of, kind, count(*)::int from outcomes group by 1, 2 order by 1`),
  ).toEqual([
    { of: SENT, kind: 'campaign', count: 2 },
    { of: EMAIL, kind: 'automation', count: 1 },
  ]);
});

test('their messages by state are counted beside their other figures', async () => {
  expect(
    await sql(`select campaign_id::text as of, what, variant, count::int from campaign_counts order by 1, 2`),
  ).toEqual([
    { of: SENT, what: 'clicks', variant: 0, count: 9 },
    { of: OLD, what: 'opened', variant: 0, count: 1 },
    { of: EMAIL, what: 'opened', variant: 0, count: 1 },
    { of: EMAIL, what: 'sent', variant: 0, count: 3 },
    { of: EMAIL, what: 'unknown', variant: 0, count: 1 },
  ]);
});

test.each([
  ['a mailing of nothing', `(team_id, id, list_id, template_id) values (1, '${DRAFT}', '${LIST}', '${TEMPLATE}')`],
  [
    'one of a campaign with another id',
    `(team_id, id, list_id, template_id, campaign_id) values (1, gen_random_uuid(), '${LIST}', '${TEMPLATE}', '${DRAFT}')`,
  ],
  [
    'one of a campaign and of an automation',
    `(team_id, id, list_id, template_id, campaign_id, automation_id, automation_version, automation_step)
     values (1, '${DRAFT}', '${LIST}', '${TEMPLATE}', '${DRAFT}', '${AUTOMATION}', 1, 'second')`,
  ],
  [
    'an automation e-mail without content',
    `(team_id, id, list_id, template_id, automation_id, automation_version, automation_step, tracking, content_of, content_at)
     values (1, gen_random_uuid(), '${LIST}', '${TEMPLATE}', '${AUTOMATION}', 1, 'second', true, '', now())`,
  ],
])('the database refuses %s', async (_, values) => {
  await expect(sql(`insert into mailings ${values}`)).rejects.toThrow('mailings_made_from');
});

test.each([
  ['campaign', SENT, 'gen_random_uuid()'],
  ['automation', EMAIL, 'null'],
])('the database refuses a message of a %s whose run is wrong', async (kind, mailing, run) => {
  const values = `(1, gen_random_uuid(), '${kind}', '${mailing}', gen_random_uuid(), ${run})`;
  await expect(
    sql(`insert into messages (team_id, id, kind, campaign_id, person_key, run_id) values ${values}`),
  ).rejects.toThrow('messages_made_from');
});

test('messages, counts and links go with their campaign or their automation', async () => {
  const left = () =>
    sql(`select 'messages' as of, campaign_id::text as id from messages union select 'counts', campaign_id::text from campaign_counts
         union select 'links', campaign_id::text from campaign_links order by 1, 2`);
  await sql(`delete from campaigns where id in ('${SENT}', '${OLD}')`);
  expect(await left()).toEqual(['counts', 'links', 'messages'].map((of) => ({ of, id: EMAIL })));
  await sql(`delete from automations`);
  expect(await left()).toEqual([]);
  expect(await sql('select id from mailings')).toEqual([]);
});
