import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTeamStatus } from '../../../src/domain/platform/teams.ts';
import { createToken } from '../../../src/domain/platform/tokens.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign } from '../../support/campaigns.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { fetchAs, sendCampaignTo, TEMPLATE_WITH_LINKS } from '../../support/received-messages.ts';

let feedbackApp: FeedbackApp;
let jobs: ReturnType<typeof startJobs>;
let list: string;
let id: string;

const PEOPLE = ['ann@secret.test', 'bob@secret.test', 'cem@secret.test'];

beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  const { api, inbox } = feedbackApp;
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  list = await makeList(api);
  await subscribe(
    api,
    list,
    PEOPLE.map((email) => ({ email })),
  );
  const sent = await sendCampaignTo(api, inbox, list, PEOPLE, { name: 'Spring <b>sale</b>' });
  id = sent.id;
  // All open it, two click the first link, and one the second.
  for (const [index, message] of sent.messages.entries()) {
    await fetchAs(api, message.pixel);
    if (index < 2) await fetchAs(api, message.clicks[0]!);
    if (index === 0) await fetchAs(api, message.clicks[1]!);
  }
  await api.rest('POST', '/conversions', { email: PEOPLE[0], value: 123450, currency: 'EUR' });
});
afterAll(async () => {
  await jobs.stop();
  await feedbackApp.close();
});

const path = () => `/campaigns/${id}/report/link`;
const share = async () => (await feedbackApp.api.rest('POST', path())).body.data.report_url as string;
const visit = (url: string, language = 'en') =>
  feedbackApp.api.app.inject({ method: 'GET', url: new URL(url).pathname, headers: { 'accept-language': language } });

test('anyone with the link sees the figures, in their language and without personal data', async () => {
  const { statusCode, headers, body } = await visit(await share());
  expect([statusCode, headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']]).toEqual([
    200,
    'no-store',
    'noindex, nofollow',
    'no-referrer',
  ]);
  expect(headers['set-cookie']).toBe(undefined);
  for (const shown of ['Spring &lt;b&gt;sale', '100%', '66.7%', '€1,234.50', 'https://shop.test/a'])
    expect(body).toContain(shown);
  expect(body.split('</style>')[1]).not.toMatch(/secret\.test|@|\bann\b|shop\.test\/b/);
  expect((await visit(await share(), 'de')).body).toContain('Geöffnet');
});

test('sharing again keeps the link, and GraphQL shows the same', async () => {
  const url = await share();
  expect([await share(), (await feedbackApp.api.rest('GET', path())).body.data]).toEqual([
    url,
    { id, report_url: url },
  ]);
  const { shareCampaignReport, campaign } = await ask(
    feedbackApp.api,
    'mutation($id: ID!) { shareCampaignReport(id: $id) { campaign { reportUrl } } }',
    { id },
  ).then(async (shared) => ({
    ...shared,
    ...(await ask(feedbackApp.api, 'query($id: ID!) { campaign(id: $id) { reportUrl } }', { id })),
  }));
  expect([shareCampaignReport.campaign.reportUrl, campaign.reportUrl]).toEqual([url, url]);
});

test('a revoked link is gone for good, and the next one differs', async () => {
  const { api } = feedbackApp;
  const url = await share();
  expect((await api.rest('DELETE', path())).status).toBe(204);
  expect((await api.rest('GET', path())).body.data.report_url).toBe(null);
  expect((await visit(url)).statusCode).toBe(404);
  const next = await share();
  expect(next).not.toBe(url);
  expect([(await visit(url)).statusCode, (await visit(next)).statusCode]).toEqual([404, 200]);
});

test('an unknown link, a changed link, and a link of another kind are not found', async () => {
  const url = await share();
  const [, , token = '', since = ''] = new URL(url).pathname.split('/');
  const origin = new URL(url).origin;
  const later = Buffer.from(String(Date.now() + 1)).toString('base64url');
  for (const wrong of [
    `/report/${'A'.repeat(48)}/${since}`,
    `/report/${token}/${later}`,
    `/report/${token}`,
    '/report',
  ])
    expect([wrong, (await visit(origin + wrong)).statusCode]).toEqual([wrong, 404]);
  expect((await visit(`${origin}/view/${token}`)).statusCode).toBe(404);
});

test('a suspended team shows no report', async () => {
  const { api } = feedbackApp;
  const url = await share();
  const { publicId } = (await api.db.team.findFirst({ where: { id: api.teamId } }))!;
  await setTeamStatus(api.db, publicId, 'suspended');
  expect((await visit(url)).statusCode).toBe(404);
  await setTeamStatus(api.db, publicId, 'active');
  expect((await visit(url)).statusCode).toBe(200);
});

test('another team and a read token cannot share or revoke a report', async () => {
  const { api } = feedbackApp;
  const url = await share();
  const reading = await createToken(api.db, api.teamId, { name: 'Reader', ability: 'read' });
  for (const [token, status] of [
    [api.otherToken, 404],
    [reading, 403],
  ] as const)
    for (const method of ['POST', 'DELETE'] as const)
      expect((await api.rest(method, path(), undefined, { token })).status).toBe(status);
  expect((await visit(url)).statusCode).toBe(200);
});

test('a draft has no report to share', async () => {
  const { api } = feedbackApp;
  const draft = await makeCampaign(api, list, { template: TEMPLATE_WITH_LINKS.name });
  expect((await api.rest('POST', `/campaigns/${draft}/report/link`)).status).toBe(409);
});
