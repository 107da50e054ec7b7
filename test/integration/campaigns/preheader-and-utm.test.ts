import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

const makeTemplate = (name: string, content: string, editor = 'html') =>
  api.rest('POST', '/templates', { ...TEMPLATE, name, editor, content });

let count = 0;
/** Sends a campaign with this input to one new person; returns the received message. */
async function arrived(input: object, row: object = {}) {
  const email = `reader${++count}@people.test`;
  const list = await makeList(api);
  await subscribe(api, list, [{ email, first_name: 'Ada', ...row }]);
  const id = await makeCampaign(api, list, input);
  const { status, body } = await api.rest('POST', `/campaigns/${id}/send`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await untilEnded(api, id)).toMatchObject({ sent_count: 1 });
  const [{ mail } = expect.fail()] = await inbox.mailTo(email);
  return { html: mail.html as string, text: mail.text!, subject: mail.subject! };
}

/** The targets of a message's tracked links. */
const targetsIn = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => {
    const [, target] = /\/click\/[\w-]+\/([\w-]+)$/.exec(url!) ?? [];
    return target ? Buffer.from(target, 'base64url').toString() : url!.replaceAll('&amp;', '&');
  });

describe('a preheader', () => {
  test('is hidden at the start of the HTML, written for each person, and not in the text', async () => {
    const { html, text } = await arrived({ preheader: 'For {{ subscriber.first_name }} <only> of {{ list.name }}' });
    const start = html.slice(html.indexOf('<body'));
    expect(start).toMatch(
      /^<body[^>]*><div style="display:none;[^"]*">For Ada &lt;only&gt; of News(&#847;&zwnj;&nbsp;){80}<\/div>/,
    );
    expect(text).not.toContain('For Ada');
    expect(text).toMatch(/^Hello Ada of News/);
  });

  test('that is empty for a person is omitted', async () => {
    const { html } = await arrived({ preheader: '{% if subscriber.attributes.vip %}For you{% endif %}' });
    expect(html).not.toContain('max-height:0;overflow:hidden');
  });

  test.each([
    ['a span', '<span style="display:none!important">Of the template</span>'],
    [
      'a hidden part and its room',
      '<div style="max-height:0;overflow:hidden">Of the template</div><div style="display: none">&zwnj;&nbsp;</div>',
    ],
    ['after a style', '<style>p{color:red}</style><p style="font-size:0;line-height:0">Of the <b>template</b></p>'],
    ['in a table', '<table><tr><td style="mso-hide:all;visibility:hidden">Of the template</td></tr></table>'],
    ['in a condition', '{% if true %}<font style="display:none">Of the template</font>{% endif %}'],
  ])('replaces that of a template in html: %s', async (what, hidden) => {
    const body = `<html><body>${hidden}<p>Hello</p><div style="display:none">Stays</div></body></html>`;
    await makeTemplate(`Hidden ${what}`, body);
    const { html } = await arrived({ template: `Hidden ${what}`, preheader: 'Of the campaign' });
    expect(html).toContain('Of the campaign');
    expect(html).toContain('Stays');
    expect(html).not.toContain('template');
    expect((await arrived({ template: `Hidden ${what}` })).html).toContain('template');
  });

  test.each([
    [
      'a picture for dark mode',
      '<div style="display:none"><img src="https://x.test/dark.png" alt="Dark"></div><p>Hello</p>',
    ],
    ['behind what is seen', '<p>Hello</p><div style="display:none">Dark</div>'],
  ])('leaves another hidden part of a template alone: %s', async (what, content) => {
    await makeTemplate(`Kept ${what}`, `<html><body>${content}</body></html>`);
    expect((await arrived({ template: `Kept ${what}`, preheader: 'Of the campaign' })).html).toContain('Dark');
  });

  test.each([
    ['blocks', JSON.stringify({ settings: { preheader: 'Of the template' }, blocks: [{ type: 'text', text: 'Hi' }] })],
    ['mjml', '<mjml><mj-head><mj-preview>Of the template</mj-preview></mj-head><mj-body></mj-body></mjml>'],
  ])('replaces that of a template in %s', async (editor, content) => {
    const made = await makeTemplate(`Own ${editor}`, content, editor);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await arrived({ template: `Own ${editor}` })).html).toContain('Of the template');
    const { html } = await arrived({ template: `Own ${editor}`, preheader: 'Of the campaign' });
    expect(html).toContain('Of the campaign');
    expect(html).not.toContain('Of the template');
  });

  test.each([
    ['{{ unclosed', /does not parse on line 1/],
    ['two\nlines', /must be on one line/],
    ['x'.repeat(256), /must not be greater than 255/],
    [7, /must be a string/],
  ])('%j is refused by its name', async (preheader, message) => {
    const list = await makeList(api);
    const refused = await api.rest('POST', '/campaigns', { name: 'May', list, template: 'Issue', preheader });
    expect([refused.status, refused.body.errors]).toEqual([422, { preheader: [expect.stringMatching(message)] }]);
    const id = await makeCampaign(api, list);
    expect((await api.rest('PUT', `/campaigns/${id}`, { preheader })).body.errors).toHaveProperty('preheader');
  });
});

test('Liquid finds the campaign with its subject and preheader as the person gets them', async () => {
  await makeTemplate('Named', '<p>[{{ campaign.name }}|{{ campaign.subject }}|{{ campaign.preheader }}]</p>');
  const own = {
    name: 'M & M',
    subject: 'For {{ subscriber.first_name }}',
    preheader: '{{ campaign.subject | upcase }}',
  };
  const { html, text } = await arrived({ ...own, template: 'Named' });
  expect(html).toContain('[M &amp; M|For Ada|FOR ADA]');
  expect(text).toContain('[M & M|For Ada|FOR ADA]');
});

describe('UTM parameters', () => {
  const LINKS = `<a href="https://shop.test">1</a> <a href='https://shop.test/a?b=1&amp;c=2#part'>2</a>
    <a href="https://shop.test/?utm_source=own">3</a> <a href="mailto:a@shop.test">4</a> <a href="#top">5</a>
    <a href="{{ preferences_url }}">6</a> <a href="{{ view_url }}">7</a> <a href="https://shop.test/(x)">8</a>`;
  const utm = { source: 'news & more', medium: 'e-mail' };
  const added = 'utm_source=news%20%26%20more&utm_medium=e-mail';

  test.each([true, false])('are added once to links except Tidings’ own, with clicks counted: %s', async (tracking) => {
    await makeTemplate(`Links ${tracking}`, LINKS);
    const { html, text } = await arrived({ template: `Links ${tracking}`, utm, tracking });
    expect(html.includes('/click/')).toBe(tracking);
    const targets = targetsIn(html);
    expect(targets.slice(0, 5)).toEqual([
      tracking ? `https://shop.test/?${added}` : `https://shop.test?${added}`,
      `https://shop.test/a?b=1&c=2&${added}#part`,
      'https://shop.test/?utm_source=own&utm_medium=e-mail',
      'mailto:a@shop.test',
      '#top',
    ]);
    expect(targets[7]).toBe(`https://shop.test/(x)?${added}`);
    for (const ours of [targets[5], targets[6], targets[8]]) expect(ours).toMatch(/\/[\w-]{48}(\/[\w-]{30})?$/);
    expect(text).toContain(`2 (https://shop.test/a?b=1&c=2&${added}#part)`);
    expect(text).toContain(`8 (https://shop.test/(x)?${added})`);
    expect(text).toMatch(/Unsubscribe \(http:\/\/[^)]+\/unsubscribe\/[\w-]{48}\/[\w-]{30}\)/);
  });

  test('are in the page of the message too', async () => {
    await makeTemplate('Viewed', '<a href="https://shop.test/a">1</a> <a href="{{ view_url }}">2</a>');
    const { html } = await arrived({ template: 'Viewed', utm });
    const view = await api.app.inject({ url: new URL(targetsIn(html)[1]!).pathname });
    expect(targetsIn(view.payload)[0]).toBe(`https://shop.test/a?${added}`);
  });

  test('are shown, changed as a whole, and cleared by null', async () => {
    const list = await makeList(api);
    const id = await makeCampaign(api, list, { utm });
    const shown = async () => (await api.rest('GET', `/campaigns/${id}`)).body.data.utm;
    const none = { source: null, medium: null, campaign: null, term: null, content: null };
    expect(await shown()).toEqual({ ...none, ...utm });
    await api.rest('PUT', `/campaigns/${id}`, { utm: { campaign: 'May' } });
    expect((await ask(api, `{ campaign(id: "${id}") { utm { source campaign } } }`)).campaign).toEqual({
      utm: { source: null, campaign: 'May' },
    });
    await api.rest('PUT', `/campaigns/${id}`, { name: 'June' });
    expect(await shown()).toEqual({ ...none, campaign: 'May' });
    await api.rest('PUT', `/campaigns/${id}`, { utm: null });
    expect(await shown()).toBeNull();
    await api.rest('PUT', `/campaigns/${id}`, { utm: { source: ' ' } });
    expect(await shown()).toBeNull();
  });

  test.each([
    [{ source: 'two\nlines' }, 'utm.source'],
    [{ medium: 'nul\u0000' }, 'utm.medium'],
    [{ term: 'x'.repeat(256) }, 'utm.term'],
    [{ content: 7 }, 'utm.content'],
    [{ colour: 'red' }, 'utm.colour'],
    ['news', 'utm'],
    [['news'], 'utm'],
  ])('%j are refused by name', async (utm, path) => {
    const list = await makeList(api);
    const refused = await api.rest('POST', '/campaigns', { name: 'May', list, template: 'Issue', utm });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [path]]);
  });
});
