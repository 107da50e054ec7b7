import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import type { TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { report } from '../../support/bounces.ts';
import { makeCampaign, untilEnded } from '../../support/campaigns.ts';
import { importCsv } from '../../support/csv.ts';
import { type FeedbackApp, openFeedbackApp, type SentMail } from '../../support/feedback.ts';
import { automate, keepSignals, newSignals } from '../../support/signals.ts';
import { until } from '../../support/until.ts';

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';

const readRuns = async (api: TestApp, id: string, email: string): Promise<unknown[]> =>
  (await api.rest('GET', `/automations/${id}/runs?email=${encodeURIComponent(email)}`)).body.data;

/** Triggers that do not come from calls: files, bounces, readers. */
describe.each([
  ['on one machine', false],
  ['where tables are distributed', true],
])('%s', (_, withoutTriggers) => {
  let feedbackApp: FeedbackApp;
  let jobs: ReturnType<typeof startJobs>;
  beforeAll(async () => {
    feedbackApp = await openFeedbackApp({ databasePool: 12 }, {}, { withoutTriggers });
    await feedbackApp.api.rest('PATCH', '/team', { track_opens: true, track_clicks: true });
    await keepSignals(feedbackApp.api);
    jobs = startJobs(feedbackApp.api.installation);
  });
  afterAll(async () => {
    await jobs.stop();
    await feedbackApp.close();
  });

  const bounce = (mail: SentMail, status: string) =>
    feedbackApp.sendToListener(
      mail.returnPath,
      report(
        mail,
        `Final-Recipient: rfc822; ${mail.to}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; 550 ${status} No such user\n`,
      ),
    );

  test('a hard bounce triggers "left" once', async () => {
    await automate(feedbackApp.api, { to: [{ kind: 'left', ref: '' }] });
    const mail = await feedbackApp.sendTo('bouncing@x.test');
    await bounce(mail, '5.1.1');
    expect(await newSignals(feedbackApp.api)).toEqual(['bouncing left']);
  });

  test('suppressing the address of a person without a subscription also triggers "left"', async () => {
    const mail = await feedbackApp.sendTo('mailed@x.test');
    const { id } = await readSubscriber(feedbackApp.api, feedbackApp.list, mail.to);
    await feedbackApp.api.rest('DELETE', `/subscribers/${id}`);
    expect(await newSignals(feedbackApp.api)).toEqual(['mailed left']);
    await bounce(mail, '5.1.1');
    expect(await newSignals(feedbackApp.api)).toEqual(['mailed left']);
  });

  test('a suppression file starts each person who is new in it', async () => {
    const { api } = feedbackApp;
    await subscribe(api, feedbackApp.list, [{ email: 'listed@x.test' }]);
    await api.rest('POST', '/suppressions', { email: 'before@x.test' });
    await newSignals(api);
    const sent = await api.app.inject({
      ...{ method: 'POST', url: '/v1/suppressions/imports', payload: 'email\nlisted@x.test\nbefore@x.test\n' },
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv' },
    });
    expect(sent.statusCode).toBeLessThan(300);
    await until(async () => (await api.db.suppression.count({ where: { target: 'listed@x.test' } })) === 1);
    expect(await newSignals(api)).toEqual(['listed left']);
  });

  test('an import starts only automations that include imports, and is marked as one', async () => {
    const { api, list } = feedbackApp;
    await subscribe(api, list, [{ email: 'first@x.test', tags: ['gold'] }]);
    const { id } = await api.db.tag.findFirstOrThrow({ where: { slug: 'gold' } });
    await automate(api, {
      to: [
        { kind: 'subscribed', ref: list },
        { kind: 'tag_added', ref: String(id) },
      ],
    });
    await newSignals(api);
    await importCsv(api, list, 'email,tags\nfirst@x.test,gold\nsecond@x.test,gold\n');
    expect(await newSignals(api)).toEqual([]);
    await automate(api, { to: [{ kind: 'subscribed', ref: list, imports: true }] });
    await importCsv(api, list, 'email,tags\nsecond@x.test,gold\nthird@x.test,gold\n');
    expect(await newSignals(api, { [list]: 'here' })).toEqual(['third subscribed here imported']);
    const other = await makeList(api);
    await automate(api, { to: [{ kind: 'subscribed', ref: other }] });
    await importCsv(api, other, 'email\nfourth@x.test\n');
    expect(await newSignals(api)).toEqual([]);
  });

  test('people suppressed by a file count as leaving, whether imports start runs or not', async () => {
    const { api, list } = feedbackApp;
    await subscribe(api, list, [{ email: 'leaver@x.test' }, { email: 'bad@x.test' }]);
    await newSignals(api);
    const query = { import_unsubscribed: 'true' };
    const file = 'email,status\nleaver@x.test,unsubscribed\nbad@x.test,bounced\n';
    await importCsv(api, await makeList(api), file, { query });
    expect(await newSignals(api)).toEqual(['bad left']);
  });

  test('human opens and clicks trigger by the campaign or its template, those of machines do not', async () => {
    const { api, list, inbox } = feedbackApp;
    await subscribe(api, list, [{ email: 'reader@x.test' }]);
    const content = '<html><body><a href="https://shop.test/a">A</a></body></html>';
    const template = await api.rest('POST', '/templates', { name: 'Issue', editor: 'html', subject: 'S', content });
    const campaign = await makeCampaign(api, list);
    const t = template.body.data.id ?? (await api.db.template.findFirstOrThrow({ where: { name: 'Issue' } })).id;
    await automate(api, {
      to: [
        { kind: 'clicked', ref: campaign },
        { kind: 'opened', ref: t },
      ],
    });
    await automate(api, { to: [{ kind: 'clicked', ref: t }] });
    await api.rest('POST', `/campaigns/${campaign}/send`);
    await untilEnded(api, campaign);
    await api.db.message.updateMany({
      where: { campaignId: campaign },
      data: { sentAt: new Date(Date.now() - 60_000) },
    });
    const { mail } = (await inbox.mailTo('reader@x.test')).at(-1)!;
    const [click, open] = ['click', 'open'].map(
      (purpose) => new URL(new RegExp(`http://[^"]+/${purpose}/[^"]+`).exec(String(mail.html))![0]).pathname,
    );
    await newSignals(api);
    const get = (url: string, userAgent: string) => api.app.inject({ url, headers: { 'user-agent': userAgent } });
    await get(click!, 'curl/8.0');
    expect(await newSignals(api)).toEqual([]);
    await get(click!, BROWSER);
    await get(open!, BROWSER);
    expect(await newSignals(api, { [campaign]: 'campaign', [t]: 'template' })).toEqual([
      'reader clicked campaign https://shop.test/a',
      'reader clicked template https://shop.test/a',
      'reader opened template', // by the click
      'reader opened template', // by the pixel
    ]);
  });

  test('a click in a single mail triggers by its template', async () => {
    const { api } = feedbackApp;
    await api.rest('POST', '/templates', {
      ...{ name: 'Receipt', editor: 'html', subject: 'S', content: '<a href="https://shop.test/r">R</a>' },
    });
    const { id } = await api.db.template.findFirstOrThrow({ where: { name: 'Receipt' } });
    await automate(api, { to: [{ kind: 'clicked', ref: id }] });
    const mail = await feedbackApp.sendTo('buyer@x.test', { template: 'Receipt' });
    const sentAt = new Date(Date.now() - 60_000);
    await api.db.transactionalMail.updateMany({ where: { id: mail.id }, data: { sentAt } });
    await newSignals(api);
    const received = (await feedbackApp.inbox.mailTo('buyer@x.test')).at(-1)!;
    const url = /http:\/\/[^"]+\/click\/[^"]+/.exec(String(received.mail.html))![0];
    await api.app.inject({ url: new URL(url).pathname, headers: { 'user-agent': BROWSER } });
    expect(await newSignals(api, { [id]: 'template' })).toEqual(['buyer clicked template https://shop.test/r']);
  });

  test('a click starts automations that name its address in any spelling, and no others', async () => {
    const { api } = feedbackApp;
    const click = { type: 'clicked', template: 'Receipt' };
    const urls = [undefined, 'https://SHOP.test/r', 'https://shop.test/other'];
    const ids: string[] = [];
    for (const url of urls) {
      const input = { list: null, trigger: { ...click, url }, steps: [{ type: 'wait', for: 'P1D' }] };
      ids.push(await makeAutomation(api, input));
      await changeStatus(api, ids.at(-1)!, 'activate');
    }
    const mail = await feedbackApp.sendTo('clicker@x.test', { template: 'Receipt' });
    const sentAt = new Date(Date.now() - 60_000);
    await api.db.transactionalMail.updateMany({ where: { id: mail.id }, data: { sentAt } });
    const received = (await feedbackApp.inbox.mailTo('clicker@x.test')).at(-1)!;
    const url = /http:\/\/[^"]+\/click\/[^"]+/.exec(String(received.mail.html))![0];
    await api.app.inject({ url: new URL(url).pathname, headers: { 'user-agent': BROWSER } });
    // The worker processes the click for all of them at once.
    const started = (id: string | undefined) => readRuns(api, id!, 'clicker@x.test');
    await until(async () => (await started(ids[0])).length === 1);
    expect((await Promise.all(ids.map(started))).map(({ length }) => length)).toEqual([1, 1, 0]);
  });
});
