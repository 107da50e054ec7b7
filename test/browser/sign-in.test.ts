import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../support/members.ts';
import { openPage, violations } from './chromium.ts';
import { addAuthenticator, arrive, openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('a link signs in without scripts, on pages without axe violations', async () => {
  await signIn(site.api, 'owner', 'ann@staff.test');
  const { context, page, complaints } = await openPage(site.browser, { javaScriptEnabled: false });
  await site.byLink(page, 'ann@staff.test');
  expect((await context.cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['tidings_session', true, 'Lax'],
    ['tidings_known', true, 'Lax'],
  ]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await arrive(page, 'Sign in');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a passkey is created and signs in until it is removed', async () => {
  const { memberId } = await signIn(site.api, 'editor', 'key@staff.test');
  const { context, page, complaints } = await openPage(site.browser, { viewport: { width: 320, height: 568 } });
  await addAuthenticator(context, page);
  await site.byLink(page, 'key@staff.test');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('Passkey of').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await arrive(page, 'Sign in');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await site.toAccount(page);
  expect(await page.locator('body').innerText()).toContain('key@staff.test');
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('Passkey of').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await arrive(page, 'Sign in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('The passkey was not accepted.').waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('tidings_session');
  const { body } = await site.api.rest('GET', `/audit-log?actor=${memberId}`);
  expect(body.data.map(({ action }: { action: string }) => action).reverse()).toEqual([
    ...['session.begun_by_link', 'passkey.added', 'session.ended'],
    ...['session.begun_by_passkey', 'passkey.removed', 'session.ended'],
  ]);
  await context.close();
});

test('another site’s form or script cannot act as the signed-in member', async () => {
  await signIn(site.api, 'owner', 'victim@staff.test');
  const { context, page } = await openPage(site.browser);
  await site.byLink(page, 'victim@staff.test');
  const elsewhere = await context.newPage();
  await elsewhere.route('http://evil.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${site.base}/sign-out"><button>Win</button></form>`,
    }),
  );
  await elsewhere.goto('http://evil.test/');
  await elsewhere.getByRole('button').click();
  await elsewhere.getByRole('heading', { name: 'Request refused' }).waitFor();
  await page.reload();
  await arrive(page, 'Your account');
  const status = await page.evaluate(`fetch('/v1/viewer').then((answer) => answer.status)`);
  expect(status).toBe(200);
  await context.close();
});
