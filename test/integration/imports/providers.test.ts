import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber } from '../../support/audience.ts';
import { importCsv, statusesOn } from '../../support/csv.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

/** Mailchimp's archive: one file for each status, which only its name and last columns reveal. */
const MAILCHIMP =
  '"Email Address","First Name","Last Name",Address,"Phone Number",Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION';
const SUBSCRIBED = `${MAILCHIMP},LAST_CHANGED,LEID,EUID,NOTES,TAGS
ada@x.test,Ada,Lovelace,"12 St James's Square  London   SW1Y 4JH  GB",,12/10,4,"2019-03-04 10:11:12",81.2.69.142,"2019-03-04 10:15:00",81.2.69.142,51.5,-0.13,0,1,Europe/London,GB,ENG,"2023-05-06 07:08:09",123456789,a1b2c3d4e5,,"""vip"",""shop"""
bob@x.test,Bob,,,"+44 20 7946 0000",,2,,,"2020-01-01 00:00:00",,,,,,,,,"2020-01-01 00:00:00",123456790,a1b2c3d4e6,"2020-01-02 09:00:00: called, ""later""",
"cat+x@x.test",,"O'Neil",,,,1,,,,,,,,,Not/A_Zone,,,"2020-01-01 00:00:00",123456791,a1b2c3d4e7,,"""a, b"""
`;
const UNSUBSCRIBED = `${MAILCHIMP},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,LEID,EUID,NOTES,TAGS
left@x.test,Left,,,,,2,"2019-03-04 10:11:12",,"2019-03-04 10:15:00",,,,,,,,,"2022-02-02 02:02:02","Sale",abc123,"NORMAL",,123456792,a1b2c3d4e8,,"""shop"""
`;
const CLEANED = `${MAILCHIMP},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,NOTES,TAGS
gone@x.test,Gone,,,,,1,"2018-03-04 10:11:12",,"2018-03-04 10:15:00",,,,,,,,,"2021-01-01 01:01:01","Sale",abc123,123456793,a1b2c3d4e9,,
`;

test("Mailchimp's export of subscribed people is read completely, with names, tags, time zones and confirmation times", async () => {
  expect(await importCsv(api, list, SUBSCRIBED)).toMatchObject({ added: 3, failed: 0 });
  expect(await readSubscriber(api, list, 'ada@x.test')).toMatchObject({
    ...{ first_name: 'Ada', last_name: 'Lovelace', timezone: 'Europe/London', tags: ['shop', 'vip'] },
    subscribed_at: '2019-03-04T10:15:00.000Z',
  });
  expect(await readSubscriber(api, list, 'bob@x.test')).toMatchObject({ tags: [], status: 'subscribed' });
  expect(await readSubscriber(api, list, 'cat+x@x.test')).toMatchObject({ last_name: "O'Neil", tags: ['a, b'] });
});

test("Mailchimp's exports of unsubscribed and cleaned people subscribe nobody", async () => {
  for (const file of [UNSUBSCRIBED, CLEANED]) {
    expect(await importCsv(api, list, file)).toMatchObject({ added: 0, failed: 1 });
  }
  expect(await statusesOn(api, list)).toEqual({});
  const query = { import_unsubscribed: 'true' };
  for (const file of [SUBSCRIBED, UNSUBSCRIBED, CLEANED]) {
    expect(await importCsv(api, list, file, { query })).toMatchObject({ failed: 0 });
  }
  expect(await statusesOn(api, list)).toEqual({
    ...{ 'ada@x.test': 'subscribed', 'bob@x.test': 'subscribed', 'cat+x@x.test': 'subscribed' },
    ...{ 'gone@x.test': 'bounced', 'left@x.test': 'unsubscribed' },
  });
  expect(await readSubscriber(api, list, 'left@x.test')).toMatchObject({
    ...{ subscribed_at: '2019-03-04T10:15:00.000Z', unsubscribed_at: '2022-02-02T02:02:02.000Z', tags: ['shop'] },
  });
});

test('unsubscribed people of an audience in several files are imported first and not resubscribed', async () => {
  const left = `Email Address,UNSUB_TIME\nada@x.test,"2023-06-01 00:00:00"\n`; // between the two exports
  const query = { import_unsubscribed: 'true' };
  await importCsv(api, list, left, { query });
  expect(await importCsv(api, list, SUBSCRIBED, { query })).toMatchObject({ added: 2, failed: 1 });
  expect(await statusesOn(api, list)).toMatchObject({ 'ada@x.test': 'unsubscribed', 'bob@x.test': 'subscribed' });
});

const LISTMONK = `uuid,email,name,attributes,status,created_at,updated_at
5c0b7a52-7d2e-4a6e-9a43-0a3ac7a6c001,ann@x.test,Ann van der Berg,"{""city"":""Bengaluru"",""projects"":3,""good"":true,""stack"":{""languages"":[""go""]},""First Order"":""2020"",""email"":""x"",""none"":null}",enabled,2023-01-15 12:34:56.789123 +0000 UTC,2023-01-15 12:34:56.789123 +0000 UTC
5c0b7a52-7d2e-4a6e-9a43-0a3ac7a6c002,bob@x.test,Bob,{},enabled,2023-01-15 12:34:56.789123 +0000 UTC,2023-01-15 12:34:56.789123 +0000 UTC
5c0b7a52-7d2e-4a6e-9a43-0a3ac7a6c003,cat@x.test,,not json,enabled,2023-01-15 12:34:56.789123 +0000 UTC,2023-01-15 12:34:56.789123 +0000 UTC
5c0b7a52-7d2e-4a6e-9a43-0a3ac7a6c004,dan@x.test,Dan,{},disabled,2023-01-15 12:34:56.789123 +0000 UTC,2023-01-15 12:34:56.789123 +0000 UTC
5c0b7a52-7d2e-4a6e-9a43-0a3ac7a6c005,eve@x.test,Eve,{},blocklisted,2023-01-15 12:34:56.789123 +0000 UTC,2023-01-15 12:34:56.789123 +0000 UTC
`;

test("listmonk's export is read completely, with split names and attributes, and subscribes only enabled people", async () => {
  await api.rest('POST', '/fields', { key: 'projects', type: 'number' });
  const { id, added, failed } = await importCsv(api, list, LISTMONK);
  expect([added, failed]).toEqual([3, 2]);
  expect(Object.keys(await statusesOn(api, list))).toEqual(['ann@x.test', 'bob@x.test', 'cat@x.test']);
  expect(await readSubscriber(api, list, 'ann@x.test')).toMatchObject({
    ...{ first_name: 'Ann', last_name: 'van der Berg' },
    attributes: { city: 'Bengaluru', projects: 3, good: 'true', stack: '{"languages":["go"]}', first_order: '2020' },
  });
  expect(await readSubscriber(api, list, 'bob@x.test')).toMatchObject({ first_name: 'Bob', last_name: null });
  const { data } = (await api.rest('GET', `/imports/${id}/skipped-values`)).body;
  expect(data.map(({ row, column, value }: Record<string, unknown>) => [row, column, value])).toEqual([
    [2, 'attributes', 'x'],
    [4, 'attributes', 'not json'],
  ]);
  await importCsv(api, list, LISTMONK, { query: { import_unsubscribed: 'true' } });
  expect(await statusesOn(api, list)).toMatchObject({ 'dan@x.test': 'unsubscribed', 'eve@x.test': 'unsubscribed' });
});

test("listmonk's times are imported with a mapping, and unsubscribed people get the time of the change", async () => {
  const mapping = JSON.stringify({ created_at: 'subscribed_at', updated_at: 'unsubscribed_at' });
  await importCsv(api, list, LISTMONK, { query: { mapping, import_unsubscribed: 'true' } });
  const times = { subscribed_at: '2023-01-15T12:34:56.789Z', unsubscribed_at: null };
  expect(await readSubscriber(api, list, 'ann@x.test')).toMatchObject({ status: 'subscribed', ...times });
  expect(await readSubscriber(api, list, 'dan@x.test')).toMatchObject({
    ...{ status: 'unsubscribed', subscribed_at: times.subscribed_at, unsubscribed_at: times.subscribed_at },
  });
});
