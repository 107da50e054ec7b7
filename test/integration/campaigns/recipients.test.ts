import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { openReporter } from '../../support/generic-feedback.ts';
import { ask } from '../../support/graphql.ts';
import { visit } from '../../support/pages.ts';
import {
  APPLE,
  fetchAs,
  type ReceivedMessage,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';
import { statement } from '../../support/statement.ts';

let feedbackApp: FeedbackApp;
let jobs: ReturnType<typeof startJobs>;
let id: string;
const A = 'https://shop.test/a';
const PEOPLE = ['ann', 'bob', 'cem', 'dan', '=eva'].map((name) => `${name}@people.test`);

beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  const { api, inbox } = feedbackApp;
  jobs = startJobs(api.installation);
  const report = await openReporter(api);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  const list = await makeList(api);
  await subscribe(
    api,
    list,
    PEOPLE.map((email) => ({ email })),
  );
  const sent = await sendCampaignTo(api, inbox, list, PEOPLE);
  id = sent.id;
  const [ann, bob, cem, dan] = sent.messages as [ReceivedMessage, ReceivedMessage, ReceivedMessage, ReceivedMessage];
  for (const url of [ann.pixel, ann.clicks[0]!, bob.pixel, bob.clicks[1]!, cem.pixel]) await fetchAs(api, url);
  await fetchAs(api, dan.pixel, APPLE);
  await report('soft', cem);
  await report('bounce', dan);
  await report('complaint', bob);
  await visit(api, 'POST', ann.unsubscribe, '');
  await statement(
    api.databaseUrl,
    `update messages set variant = case when id in ('${ann.id}', '${bob.id}') then 1 else 2 end where campaign_id = '${id}'`,
  );
});
afterAll(async () => {
  await jobs.stop();
  await feedbackApp.close();
});

const namesOf = (rows: { email: string }[]) => rows.map(({ email }) => email.split('@')[0]).sort();

const CASES: [string, string, string[]][] = [
  ['opened=true', 'opened: true', ['ann', 'bob', 'cem']],
  ['opened=false', 'opened: false', ['=eva', 'dan']],
  ['clicked=true', 'clicked: true', ['ann', 'bob']],
  ['clicked=false', 'clicked: false', ['=eva', 'cem', 'dan']],
  ['opened=true&clicked=false', 'opened: true, clicked: false', ['cem']],
  [`link=${encodeURIComponent(A)}`, `link: "${A}"`, ['ann']],
  [`link=${encodeURIComponent(A)}&opened=false`, `link: "${A}", opened: false`, []],
  ['link=https://shop.test/nowhere', 'link: "https://shop.test/nowhere"', []],
  ['bounced=true', 'bounced: true', ['cem', 'dan']],
  ['bounce_kind=hard', 'bounceKind: HARD', ['dan']],
  ['bounce_kind=soft&opened=true', 'bounceKind: SOFT, opened: true', ['cem']],
  ['unsubscribed=true', 'unsubscribed: true', ['ann']],
  ['unsubscribed=false&opened=true', 'unsubscribed: false, opened: true', ['bob', 'cem']],
  ['complained=true', 'complained: true', ['bob']],
  ['complained=false&clicked=true', 'complained: false, clicked: true', ['ann']],
  ['complained=true&unsubscribed=true', 'complained: true, unsubscribed: true', []],
  ['variant=1', 'variant: 1', ['ann', 'bob']],
  ['variant=2&opened=true&state=sent', 'variant: 2, opened: true, state: SENT', ['cem']],
  ['variant=3', 'variant: 3', []],
  ['state=failed', 'state: FAILED', []],
  ['state=sent', 'state: SENT', ['=eva', 'ann', 'bob', 'cem', 'dan']],
  ['state=sent,failed', 'states: [SENT, FAILED]', ['=eva', 'ann', 'bob', 'cem', 'dan']],
  ['state=failed,withheld', 'states: [FAILED, SKIPPED]', []],
  ['state=sent,failed&variant=1', 'states: [SENT, FAILED], variant: 1', ['ann', 'bob']],
];

test.each(CASES)('the recipients with %s are the same in REST, GraphQL and the export', async (query, args, names) => {
  const { body } = await feedbackApp.api.rest('GET', `/campaigns/${id}/recipients?${query}`);
  expect([namesOf(body.data), body.meta.total]).toEqual([names, names.length]);
  const { campaign } = await ask(
    feedbackApp.api,
    `query($id: ID!) { campaign(id: $id) { recipients(filter: { ${args} }) { totalCount nodes { email: recipient } } } }`,
    { id },
  );
  expect([namesOf(campaign.recipients.nodes), campaign.recipients.totalCount]).toEqual([names, names.length]);
  const lines = (await exported(`?format=ndjson&${query}`)).payload.split('\n').filter(Boolean);
  expect(namesOf(lines.map((line) => JSON.parse(line)))).toEqual(names);
});

const exported = (query = '', token = feedbackApp.api.readToken) =>
  feedbackApp.api.app.inject({
    url: `/v1/campaigns/${id}/recipients/export${query}`,
    headers: { authorization: `Bearer ${token}` },
  });

test('each recipient has their first open and first click, the same in REST and GraphQL', async () => {
  const when = ({ opened_at: opened, clicked_at: clicked }: Record<string, string | null>) => [opened, clicked];
  const { body } = await feedbackApp.api.rest('GET', `/campaigns/${id}/recipients`);
  const rows = new Map<string, (string | null)[]>(body.data.map((row: never) => [namesOf([row])[0]!, when(row)]));
  const now = expect.stringMatching(/^\d{4}-/);
  expect(Object.fromEntries(rows)).toEqual({
    ...{ ann: [now, now], bob: [now, now], cem: [now, null], dan: [null, null], '=eva': [null, null] },
  });
  const query =
    'query($id: ID!) { campaign(id: $id) { recipients { nodes { email: recipient openedAt clickedAt } } } }';
  const { campaign } = await ask(feedbackApp.api, query, { id });
  for (const { email, openedAt, clickedAt } of campaign.recipients.nodes)
    expect([email, openedAt, clickedAt]).toEqual([email, ...rows.get(namesOf([{ email }])[0]!)!]);
});

test('pages follow one another, with each person once', async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) =>
      feedbackApp.api.rest('GET', `/campaigns/${id}/recipients?opened=true&per_page=1&page=${page}`),
    ),
  );
  expect(pages.map(({ body }) => body.data.length)).toEqual([1, 1, 1, 0]);
  expect(namesOf(pages.flatMap(({ body }) => body.data))).toEqual(['ann', 'bob', 'cem']);
});

test('the export lists the outcome of each message, and runs nothing in a spreadsheet', async () => {
  const { statusCode, headers, payload } = await exported();
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="recipients.csv"',
  ]);
  const [head, ...rows] = payload.trim().split('\r\n');
  expect(head).toBe('email,state,reason,variant,sent_at,opened,clicked,unsubscribed,bounced,complained,message');
  const row = (name: string) => rows.find((line) => line.includes(name))!.split(',');
  expect(row('eva')[0]).toBe("'=eva@people.test");
  const [email, state, reason, variant, sentAt, opened, clicked, unsubscribed, bounced, complained] = row('ann');
  expect([email, state, reason, variant, bounced, complained]).toEqual(['ann@people.test', 'sent', '', '1', '', '']);
  for (const moment of [sentAt, opened, clicked, unsubscribed]) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(row('dan')[8]).toBe('hard');
});

test('another team cannot export', async () => {
  expect((await exported('', feedbackApp.api.otherToken)).statusCode).toBe(404);
});

test.each([
  ['opened=maybe', 'opened'],
  ['clicked=1', 'clicked'],
  ['bounced=hard', 'bounced'],
  ['bounce_kind=both', 'bounce_kind'],
  ['unsubscribed=maybe', 'unsubscribed'],
  ['complained=1', 'complained'],
  ['variant=0', 'variant'],
  ['variant=x', 'variant'],
  ['variant=1.5', 'variant'],
  ['state=gone', 'state'],
  [`link=${'x'.repeat(1_501)}`, 'link'],
  ['link=%00', 'link'],
  ['who=all', 'who'],
])('%s is refused, by the page and by the export', async (query, field) => {
  const page = await feedbackApp.api.rest('GET', `/campaigns/${id}/recipients?${query}`);
  expect([page.status, Object.keys(page.body.errors)]).toEqual([422, [field]]);
  const file = await exported(`?${query}`);
  expect([file.statusCode, Object.keys(file.json().errors)]).toEqual([422, [field]]);
});
