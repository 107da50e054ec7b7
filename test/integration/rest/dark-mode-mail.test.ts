import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCompiling } from '../../../src/domain/content/compiling/compiler.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

let api: TestApp;
let post: Inbox;
beforeAll(async () => {
  api = await openTestApp();
  post = await openInbox(api.installation);
});
afterAll(async () => {
  await post.stop();
  await api.close();
  await Promise.all([closeRendering(), closeCompiling()]);
});

const DARK = '[data-ogsc] .title{color:#ffffff!important}\n[data-ogsb] .page{background-color:#111111!important}';
const CONTENT = `<!doctype html><html><head><meta name="color-scheme" content="light dark"><style>
@import url(https://x.test/font.css);
:root{color-scheme:light dark}
.page{background-color:#ffffff} .title{color:#111111} .button{padding:12px}
@media (prefers-color-scheme:dark){.title{color:#ffffff!important}}
${DARK}
u + .body .page{min-width:100vw}
.sale{background-color:#cc0000}
</style></head><body class="body"><table class="page"><tr><td>
<h1 class="title">Hello {{ name }}</h1><a class="button {{ kind }}" href="https://x.test/">Go</a>
</td></tr></table></body></html>`;

test('a mail with dark mode for Outlook arrives with its rules, and with attributes for all others', async () => {
  const template = { name: 'dark', editor: 'html', subject: 'Dark', content: CONTENT };
  expect((await api.rest('POST', '/templates', template)).body.data.css_warnings).toEqual([]);
  const mail = { template: 'dark', from: 'shop@shop.test', to: ['ann@people.test'], tracking: false };
  await api.rest('POST', '/transactional-mails', { ...mail, variables: { name: 'Ann', kind: 'sale' } });
  const [received = expect.fail()] = await post.mailTo('ann@people.test');
  const html = String(received.mail.html);
  for (const rule of [DARK.split('\n')[0]!, DARK.split('\n')[1]!, '@import url(https://x.test/font.css);']) {
    expect(html).toContain(rule);
  }
  expect(html).toContain('u + .body .page{min-width:100vw}');
  expect(html).toContain('.sale{background-color:#cc0000}');
  expect(html).toContain('@media (prefers-color-scheme:dark){.title{color:#ffffff!important}}');
  expect(html).toContain('<h1 class="title" style="color: #111111;">Hello Ann</h1>');
  expect(html).toMatch(/<a class="button sale"[^>]* style="padding: 12px;"/);
  expect(html).toMatch(/<table class="page"[^>]* style="background-color: #ffffff;"/);
  expect(html).not.toContain('.button{');
});
