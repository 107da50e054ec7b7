import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';

let api: TestApp;
let inbox: Inbox;
let number = 0;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
});
beforeEach(async () => {
  await api.rest('PATCH', '/team', { track_opens: true, track_clicks: true });
});

const CONTENT = `<html><body><p>Hi {{ name }}</p>
<a href="https://shop.test/a?x=1&amp;y={{ id }}">A</a> <a class='b' href='http://shop.test/b'>B</a> <a href="https://shop.test/c#top">C</a>
<a href="mailto:help@shop.test">Mail</a> <a href="#top">Top</a> <a href="{{ view_url }}">View</a></body></html>`;

interface Sent {
  id: string;
  html: string;
  text: string;
  clicks: string[];
  pixel: string | undefined;
  view: string | undefined;
}

/** Sends an e-mail and returns the received one; it counts as accepted a minute ago. */
async function send(input: object = {}, content = CONTENT): Promise<Sent> {
  const name = `T${++number}`;
  await api.rest('POST', '/templates', { name, editor: 'html', subject: 'S', content });
  const to = `p${number}@x.test`;
  const mail = { template: name, from: 'shop@shop.test', to: [to], variables: { name: 'Ann', id: 7 }, ...input };
  const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  await until(async () => (await read(id)).status === 'sent');
  const [message] = await inbox.mailTo((input as { to?: string[] }).to?.[0] ?? to);
  await api.db.transactionalMail.updateMany({ where: { id }, data: { sentAt: new Date(Date.now() - 60_000) } });
  const html = message!.mail.html as string;
  const links = (purpose: string) => html.match(new RegExp(`http://[^"]+/${purpose}/[^"]+`, 'g')) ?? [];
  return {
    id,
    html,
    text: message!.mail.text!,
    clicks: links('click'),
    pixel: links('open')[0],
    view: links('view')[0],
  };
}

const read = async (id: string) => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
const counts = async ({ id }: Sent) => {
  const { opens, clicks } = await read(id);
  return { opens, clicks };
};
const timeline = async ({ id }: Sent) => (await api.rest('GET', `/transactional-mails/${id}/timeline`)).body.data;
const get = (
  url: string | undefined,
  headers: Record<string, string> = { 'user-agent': BROWSER },
  method: 'GET' | 'HEAD' = 'GET',
) => api.app.inject({ method, url: new URL(url!).pathname, headers });

test('links redirect to their original address, and everything else is unchanged', async () => {
  const sent = await send();
  expect(sent.clicks).toHaveLength(3);
  const targets = await Promise.all(sent.clicks.map(async (url) => (await get(url)).headers.location));
  expect(targets).toEqual(['https://shop.test/a?x=1&y=7', 'http://shop.test/b', 'https://shop.test/c#top']);
  expect(sent.html).toContain('href="mailto:help@shop.test"');
  expect(sent.html).toContain('href="#top"');
  expect(sent.html).toMatch(/<img src="[^"]+" width="1" height="1" alt=""[^>]*><\/body>/);
  expect(sent.text).toContain('https://shop.test/a?x=1&y=7');
  expect(sent.text).not.toContain('/click/');
});

test('opens and clicks of a person are counted, and sales are credited to them', async () => {
  const sent = await send();
  const pixel = await get(sent.pixel, { 'user-agent': GMAIL });
  expect([pixel.statusCode, pixel.headers['content-type'], pixel.headers['cache-control']]).toEqual([
    200,
    'image/gif',
    'no-store',
  ]);
  const click = await get(sent.clicks[0]);
  expect([click.statusCode, click.headers['set-cookie'], click.headers['referrer-policy']]).toEqual([
    302,
    undefined,
    'no-referrer',
  ]);
  expect(await counts(sent)).toEqual({ opens: 1, clicks: 1 });
  expect(await timeline(sent)).toEqual([
    { type: 'queued', at: expect.any(String), reason: null, cause: null, verdict: null, target: null },
    { type: 'sent', at: expect.any(String), reason: null, cause: null, verdict: null, target: null },
    { type: 'opened', at: expect.any(String), reason: null, cause: null, verdict: 'human', target: null },
    {
      type: 'clicked',
      at: expect.any(String),
      reason: null,
      cause: null,
      verdict: 'human',
      target: 'https://shop.test/a?x=1&y=7',
    },
  ]);
  const sale = { email: `p${number}@x.test`, value: 900, currency: 'EUR' };
  const { body } = await api.rest('POST', '/conversions', sale);
  expect(body.data.attribution).toEqual({
    kind: 'transactional',
    id: sent.id,
    touch: 'click',
    touched_at: expect.any(String),
  });
});

test('a link with an altered target returns 404 and is not counted', async () => {
  const sent = await send();
  const [link] = sent.clicks as [string];
  const [start, target] = [link.slice(0, link.lastIndexOf('/') + 1), link.slice(link.lastIndexOf('/') + 1)];
  const ends = ['x', '=', '==', '!!!', '%20%20', '.', '-', '_', 'A', '%00', '%0A', '%E2%80%8B', 'é'.repeat(2)];
  const changed = [
    ...ends.map((end) => target + end),
    `%20${target}`,
    `.${target}`,
    `${target.slice(0, 5)}!${target.slice(5)}`,
  ];
  for (const text of [...changed, target.slice(0, -1), `${target.slice(0, -1)}${target.endsWith('w') ? 'x' : 'w'}`]) {
    expect([text, (await get(start + text)).statusCode]).toEqual([text, 404]);
  }
  expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
  expect((await get(link)).statusCode).toBe(302);
});

describe('machines are recognised and do not count', () => {
  test.each([
    ['a scanner that says so', { 'user-agent': 'Barracuda Sentinel (EE)' }, 'scanner'],
    ['a script', { 'user-agent': 'python-requests/2.31' }, 'scanner'],
    ['one without a name', { 'user-agent': '' }, 'scanner'],
    ["Apple's privacy protection", { 'user-agent': 'Mozilla/5.0' }, 'proxy'],
    ['a browser that fetches ahead', { 'user-agent': BROWSER, 'sec-purpose': 'prefetch' }, 'proxy'],
  ])('%s', async (_name, headers, verdict) => {
    const sent = await send();
    await get(sent.pixel, headers);
    expect((await get(sent.clicks[0], headers)).headers.location).toBe('https://shop.test/a?x=1&y=7');
    expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
    expect((await timeline(sent)).slice(2).map((entry: { verdict: string }) => entry.verdict)).toEqual([
      verdict,
      verdict,
    ]);
    expect(
      (await api.rest('POST', '/conversions', { email: `p${number}@x.test`, value: 1, currency: 'EUR' })).body.data
        .attribution,
    ).toBeNull();
  });

  test('HEAD does not count', async () => {
    const sent = await send();
    expect((await get(sent.clicks[0], { 'user-agent': BROWSER }, 'HEAD')).statusCode).toBe(302);
    expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
  });

  test('a visit within three seconds of sending', async () => {
    const sent = await send();
    await api.db.transactionalMail.updateMany({
      where: { id: sent.id },
      data: { sentAt: new Date(Date.now() + 60_000) },
    });
    await get(sent.pixel);
    expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
  });

  test('a visit to one link right after another', async () => {
    const sent = await send();
    const [first, second, third] = sent.clicks;
    await get(first);
    await get(second);
    await api.db
      .$executeRaw`with late as materialized (select id, at + interval '1 minute' as at from reactions where team_id = ${api.teamId})
      update reactions r set at = late.at from late where r.team_id = ${api.teamId} and r.id = late.id`; // however long that took
    await get(third);
    const verdicts = (await timeline(sent)).slice(2).map((entry: { verdict: string }) => entry.verdict);
    expect(verdicts.toSorted()).toEqual(['scanner', 'scanner', 'scanner']);
  });

  test('a visit to all links at the same moment', async () => {
    const sent = await send();
    await Promise.all(sent.clicks.map((url) => get(url)));
    const verdicts = (await timeline(sent)).slice(2).map((entry: { verdict: string }) => entry.verdict);
    expect(verdicts.toSorted()).toEqual(['scanner', 'scanner', 'scanner']);
    expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
  });
});

describe('nothing is counted', () => {
  const untouched = (sent: Sent) => expect([sent.clicks, sent.pixel]).toEqual([[], undefined]);

  test('for an e-mail without tracking', async () => untouched(await send({ tracking: false })));

  test('for a team without tracking, of opens and clicks separately', async () => {
    await api.rest('PATCH', '/team', { track_opens: false });
    const clicksAlone = await send();
    expect([clicksAlone.clicks.length, clicksAlone.pixel]).toEqual([3, undefined]);
    await api.rest('PATCH', '/team', { track_clicks: false });
    untouched(await send());
    await api.rest('PATCH', '/team', { track_opens: null, track_clicks: null });
    expect((await send()).clicks).toHaveLength(3);
  });

  test('for a person who opted out, until they opt in', async () => {
    const person = { email: 'Private@x.test', tracked: false };
    const { status, body } = await api.rest('PUT', '/people/tracking', person);
    expect([status, body]).toEqual([200, { data: { email: 'private@x.test', tracked: false } }]);
    untouched(await send({ to: ['private@x.test'] }));
    untouched(await send({ to: ['other@x.test'], bcc: ['private@x.test'] }));
    await ask(
      api,
      'mutation { setPersonTracking(input: { email: "private@x.test", tracked: true }) { person { tracked } } }',
    );
    const again = await api.rest('POST', '/transactional-mails', {
      template: `T${number}`,
      from: 'a@x.test',
      to: ['private@x.test'],
    });
    const messages = await inbox.mailTo('private@x.test', 3);
    expect(messages.at(-1)!.mail.html).toContain('/open/');
    expect(again.status).toBe(201);
  });
});

test('opens of an e-mail to several people count, without credit', async () => {
  const sent = await send({ to: ['m1@x.test', 'm2@x.test'] });
  await get(sent.pixel);
  expect(await counts(sent)).toEqual({ opens: 1, clicks: 0 });
  expect(
    (await api.rest('POST', '/conversions', { email: 'm1@x.test', value: 1, currency: 'EUR' })).body.data.attribution,
  ).toBeNull();
});

test('many simultaneous reactions are all counted', async () => {
  const sent = await send();
  const answers = await Promise.all(Array.from({ length: 200 }, () => get(sent.pixel)));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await counts(sent)).toEqual({ opens: 200, clicks: 0 });
});

test('two hundred simultaneous clicks redirect and are recorded once each, except a forged one', async () => {
  const mails: Sent[] = [];
  for (let index = 0; index < 4; index++) mails.push(await send());
  const links = Array.from({ length: 200 }, (_, index) => mails[index % 4]!.clicks[0]!);
  const forged = `${links.pop()!.slice(0, -1)}_`;
  const before = await api.db.touch.count();
  const answers = await Promise.all([...links, forged].map((url) => get(url)));
  expect(answers.slice(0, -1).map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
    links.map(() => [302, 'https://shop.test/a?x=1&y=7']),
  );
  expect([answers.at(-1)!.statusCode, answers.at(-1)!.headers.location]).toEqual([404, undefined]);
  expect(await Promise.all(mails.map(counts))).toEqual([50, 50, 50, 49].map((clicks) => ({ opens: 1, clicks })));
  for (const [index, { id: messageId }] of mails.entries()) {
    const where = { messageId, kind: 'click', verdict: 'human', target: 'https://shop.test/a?x=1&y=7' } as const;
    expect(await api.db.reaction.count({ where })).toBe(index < 3 ? 50 : 49);
  }
  expect((await api.db.touch.count()) - before).toBe(199);
});

test('a message is shown in the browser, without scripts and without being counted', async () => {
  const sent = await send({}, `${CONTENT}<script>alert(1)</script>`);
  const page = await get(sent.view);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Hi Ann');
  expect(page.body).not.toMatch(/\/(open|click)\//);
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox(?!.*allow-scripts)/);
  expect(page.headers['x-robots-tag']).toContain('noindex');
  expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
  await api.db.template.deleteMany({ where: { name: `T${number}` } });
  expect((await get(sent.view)).statusCode).toBe(404);
});

describe('a forged link', () => {
  const CHANGES: [string, (url: string) => string][] = [
    [
      'with another target',
      (url) => `${url.slice(0, url.lastIndexOf('/') + 1)}${Buffer.from('https://evil.test/').toString('base64url')}`,
    ],
    ['with a longer target', (url) => `${url}AAAA`],
    [
      'with one letter changed',
      (url) => url.replace(/click\/./, (found) => `click/${found.endsWith('A') ? 'B' : 'A'}`),
    ],
    ['with an empty target', (url) => url.slice(0, url.lastIndexOf('/') + 1)],
    ['as an open', (url) => url.replace('/click/', '/open/')],
    ['as an open without its target', (url) => url.slice(0, url.lastIndexOf('/')).replace('/click/', '/open/')],
    ['as a view', (url) => url.slice(0, url.lastIndexOf('/')).replace('/click/', '/view/')],
    ['as an unsubscription', (url) => url.slice(0, url.lastIndexOf('/')).replace('/click/', '/unsubscribe/')],
    [
      'in upper case',
      (url) => url.toUpperCase().replace('HTTP://LOCALHOST', 'http://localhost').replace('/CLICK/', '/click/'),
    ],
  ];
  test.each(CHANGES)('%s is 404 and counts nothing', async (_name, change) => {
    const sent = await send();
    const answer = await get(change(sent.clicks[0]!));
    expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined]);
    expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
  });

  test('changed in 2,000 ways is 404 each time', async () => {
    const sent = await send();
    const path = new URL(sent.clicks[0]!).pathname;
    for (let at = '/click/'.length; at < path.length; at += 1) {
      for (const letter of ['A', 'b', '-', '_', '9'].filter((one) => one !== path[at])) {
        const { statusCode, headers } = await api.app.inject({ url: path.slice(0, at) + letter + path.slice(at + 1) });
        if (path[at] === '/') continue;
        expect([statusCode, headers.location], `${letter} at ${at}`).toEqual([404, undefined]);
      }
    }
    expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
  });
});

test('the timeline shows failed attempts with their reason', async () => {
  inbox.server.replies.push('451 Later, please', '550 Not wanted');
  await api.rest('POST', '/templates', { name: 'Refused', editor: 'html', subject: 'S', content: 'x' });
  const mail = { template: 'Refused', from: 'shop@shop.test', to: ['refused@x.test'] };
  const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  await until(async () => (await read(id)).status === 'failed');
  const { transactionalMail } = await ask(
    api,
    `{ transactionalMail(id: "${id}") { timeline { type ... on MessageOutcome { reason } } } }`,
  );
  expect(transactionalMail.timeline).toEqual([
    { type: 'QUEUED' },
    { type: 'DEFERRED', reason: expect.stringContaining('451') },
    { type: 'FAILED', reason: expect.stringContaining('550') },
  ]);
});

test.each([
  [{}, ['email', 'tracked']],
  [{ email: 'nobody', tracked: true }, ['email']],
  [{ email: 'a@x.test', tracked: 'yes' }, ['tracked']],
])('%j is an invalid tracking choice', async (body, fields) => {
  const answer = await api.rest('PUT', '/people/tracking', body);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
});

test('opting out stops recording for earlier messages too, and their links still redirect', async () => {
  const email = 'earlier@x.test';
  const [alone, together] = [await send({ to: [email] }), await send({ to: ['else@x.test', email] })];
  await api.rest('PUT', '/people/tracking', { email, tracked: false });
  for (const sent of [alone, together]) {
    expect((await get(sent.pixel)).statusCode).toBe(200);
    const { statusCode, headers } = await get(sent.clicks[0]!);
    expect([statusCode, headers.location]).toEqual([302, 'https://shop.test/a?x=1&y=7']);
    expect(await counts(sent)).toEqual({ opens: 0, clicks: 0 });
    expect(await api.db.reaction.count({ where: { messageId: sent.id } })).toBe(0);
  }
  await api.rest('PUT', '/people/tracking', { email, tracked: true });
  await get(alone.pixel);
  expect(await counts(alone)).toEqual({ opens: 1, clicks: 0 });
});
