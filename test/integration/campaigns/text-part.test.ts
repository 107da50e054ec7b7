import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

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

/** The text part that is made from HTML. */
async function textOf(content: string, variables: object = {}): Promise<string> {
  const input = { editor: 'html', subject: 'The subject', content, variables };
  const { status, body } = await api.rest('POST', '/templates/preview', input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.text;
}

let count = 0;
/** Sends a campaign with a template of this HTML to one person; returns the received text part. */
async function textSent(content: string, input: object = {}): Promise<string> {
  const email = `reader${++count}@people.test`;
  const name = `Text ${count}`;
  const list = await makeList(api);
  await subscribe(api, list, [{ email, first_name: 'Ada', attributes: { note: 'a\nb', url: 'https://x.example/(a' } }]);
  const made = await api.rest('POST', '/templates', { name, editor: 'html', subject: 'The subject', content });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = await makeCampaign(api, list, { template: name, ...input });
  const { status, body } = await api.rest('POST', `/campaigns/${id}/send`);
  expect(status, JSON.stringify(body)).toBe(200);
  await untilEnded(api, id);
  const [{ mail } = expect.fail()] = await inbox.mailTo(email);
  return mail.text!;
}

describe('alternative texts', () => {
  test.each([
    [
      '<a href="https://x.example"><img src="a.png" alt="50% off everything"></a>',
      '50% off everything (https://x.example)',
    ],
    ['<img src="a.png" alt="A picture">', 'A picture'],
    ['<p>Before<img src="a.png" alt=" "></p>', 'Before'],
    ['<p>One <img src="a.png" alt="🎉">!</p>', 'One 🎉!'],
    ['<img src="1" alt="One"><img src="2" alt="Two">', 'One Two'],
    [
      '<a href="https://x.example/1"><img src="1" alt="One"></a><a href="https://x.example/2"><img src="2" alt="Two"></a>',
      'One (https://x.example/1) Two (https://x.example/2)',
    ],
    ['<img src="1" alt="&lt;Tom&gt; &amp; Jerry">', '<Tom> & Jerry'],
    ['<img src="1" alt="{{ name }}">', 'Ada & Bo'],
    ['<img src="1" alt="{{ name | upcase | newline_to_br }}"><br>{{ name | raw }}', /^ADA & BO\nAda & Bo$/],
    ['<table><tr><td><img src="1" alt="Logo"></td></tr><tr><td><p>Words</p></td></tr></table>', 'Logo\n\nWords'],
  ])('are in the text part: %s', async (content, expected) => {
    const text = await textOf(content, { name: 'Ada & Bo' });
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  test('make up the text part of a campaign of pictures', async () => {
    const text = await textSent(
      `<a href="https://x.example/sale"><img src="a.png" alt="Sale, {{ subscriber.first_name }}"></a><img src="b.png" alt="Until Sunday">`,
      { utm: { source: 'n' } },
    );
    expect(text).toMatch(/^Sale, Ada \(https:\/\/x\.example\/sale\?utm_source=n\) Until Sunday\n/);
  });
});

describe('hidden elements', () => {
  test.each([
    '<span style="display:none!important">NO</span>',
    '<span style="color:transparent;display:none">NO</span>',
    '<div style="display: none; max-height: 0">NO</div>',
    '<p STYLE="font-size:1px;DISPLAY : NONE ! important">NO</p>',
    "<td style='mso-hide:all;display:none'>NO</td>",
    '<span style="mso-hide:all">NO</span>',
    '<div hidden>NO <b>NO</b></div>',
    '<a href="https://x.example" style="display:none">NO</a>',
    '<img alt="NO" style="display:none">',
    '<div style="visibility:hidden">NO</div>',
    '<div style="max-height:0px;overflow:hidden;opacity:0">NO</div>',
    '<div style="display:none">{{ name }} NO</div>',
    '<div style="display:{{ how }}">NO</div>',
    '<ul><li style="display:none">NO</li><li>Item</li></ul>',
    '<div style="display:block!important;display:none!important">NO</div>',
    '<template>NO</template>',
    '<!-- NO -->',
  ])('are not in the text part: %s', async (hidden) => {
    const text = await textOf(`${hidden}<p>Hello</p>`, { name: 'Ada', how: 'none' });
    expect(text).toMatch(/^(?:\* Item\n\n)?Hello$/);
  });

  test.each([
    '<div style="display:none;display:block">Yes</div>',
    '<div style="display:block!important;display:none">Yes</div>',
    '<p style="text-decoration:none;border:none">Yes</p>',
    '<p style="overflow:hidden;max-height:20px">Yes</p>',
    '<p title="display:none" class="hidden">Yes</p>',
    '<div style="font-size:0px;line-height:0"><span style="font-size:14px">Yes</span></div>',
    '<div style="{% if no %}display:none{% endif %}">Yes</div>',
    // A button that has another form for Outlook.
    '<!--[if mso]><v:roundrect href="https://x.example">No</v:roundrect><![endif]--><a href="https://x.example" style="mso-hide:all">Yes</a>',
  ])('are the only hidden ones: %s', async (visible) => {
    expect(await textOf(`${visible}<p>Hello</p>`)).toMatch(/^Yes(?: \(https:\/\/x\.example\))?\n+Hello$/);
  });

  test('are not in the text part of a campaign either', async () => {
    const text = await textSent(
      '<span style="color:red;display:none">PRE {{ subscriber.first_name }}</span><p>Hello</p>',
    );
    expect(text).toMatch(/^Hello\n/);
  });
});

describe('addresses in the text', () => {
  test.each([
    [
      '<a href="https://s.example/?">q</a><a href="https://s.example/#/spa">spa</a>',
      ['q (https://s.example/?utm_source=n)', 'spa (https://s.example/?utm_source=n#/spa)'],
    ],
    ['<a href="https://x.example/a">b</a>)c', ['b (https://x.example/a?utm_source=n))c']],
    ['<a href="https://x.example/a_(b)">w</a>.', ['w (https://x.example/a_(b)?utm_source=n).']],
    ['<a href="https://x.example/a)b">p</a>', ['p (https://x.example/a%29b?utm_source=n)']],
    ['<a href="https://x.example/a(b">p</a>', ['p (https://x.example/a%28b?utm_source=n)']],
    ['<a href="https://x.example/a b">s</a>', ['s (https://x.example/a%20b?utm_source=n)']],
    ['<a href="https://x.example/a.">d</a>', ['d (https://x.example/a.?utm_source=n)']],
    ['<a href="https://x.example/?a&#x3D;1">e</a>', ['e (https://x.example/?a=1&utm_source=n)']],
    [
      '<p>See https://x.example/a, or (https://x.example/b) or [https://x.example/c].</p>',
      [
        'See https://x.example/a?utm_source=n, or (https://x.example/b?utm_source=n) or [https://x.example/c?utm_source=n].',
      ],
    ],
    ['<p>»https://x.example/a« und „https://x.example/b“!</p>', ['https://x.example/b?utm_source=n“!']],
  ])('end where they end: %s', async (content, expected) => {
    const text = await textSent(content, { utm: { source: 'n' } });
    for (const part of expected) expect(text).toContain(part);
  });
});

test('line breaks made by a filter are not markup', async () => {
  expect(await textOf('<p>{{ note | newline_to_br | raw }}</p>', { note: 'a\nb' })).toBe('a\nb');
});
