import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { visit } from '../../support/pages.ts';
import { until } from '../../support/until.ts';

/** Close to the size limit of a template. A quadratic search needs minutes, and these tests then time out. */
const many = (part: string) => part.repeat(Math.floor(450_000 / part.length));
const CONTENTS: [string, string][] = [
  ['links that never end', `<p>Hi</p>${many('<a href= ')}`],
  ['links that lead nowhere and never end', `<p>Hi</p>${many('<a x ')}`],
  ['an address with many brackets', `<p>Hi</p><p>https://shop.test/${many(')')}</p>`],
  ['a hidden part that never ends', `<p>Hi</p><div style="display:none;${many('max-height:0')}`],
  ['pictures that never end', `<p>Hi</p>${many('<img ')}`],
  ['titles that never end', `<p>Hi</p>${many('<title ')}`],
];

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

/** Other tests may use the whole time limit of a template, so this asks again. Quadratic content never passes. */
async function patiently(method: 'GET' | 'POST', path: string) {
  const answer = await until(async () => {
    const { status, body } = await api.rest(method, path);
    if (status === 200) return body;
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('too long')]);
  });
  return answer.data;
}

test.each(CONTENTS)('%s cannot delay others: not in a preview, a message, or the archive', async (name, content) => {
  const template = { name, editor: 'html', subject: 'News', content };
  expect((await api.rest('POST', '/templates', template)).status).toBe(201);
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test' }]);
  const id = await makeCampaign(api, list, { template: name, archive: true, utm: { source: 'x' }, preheader: 'Hello' });
  const preview = await patiently('GET', `/campaigns/${id}/preview`);
  expect(preview.html).toContain('Hi');
  await patiently('POST', `/campaigns/${id}/send`);
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', sent_count: 1 });
  expect((await visit(api, 'GET', `/archive/${list}/${id}`)).status).toBe(200);
});
