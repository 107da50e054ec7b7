import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDashboard } from '../support/build.ts';
import { signIn } from '../support/members.ts';
import { openPage, violations } from './chromium.ts';
import { addAuthenticator, arrive, openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  await buildDashboard();
  site = await openSite();
});
afterAll(() => site.close());

test('a passkey and a link return to the requested dashboard page, in German too', async () => {
  await signIn(site.api, 'editor', 'deep@staff.test');
  const { context, page, complaints } = await openPage(site.browser, { locale: 'de-DE' });
  await page.goto(`${site.base}/people?search=ann`);
  await arrive(page, 'Anmelden');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('E-Mail-Adresse').fill('deep@staff.test');
  await page.keyboard.press('Enter');
  await arrive(page, 'Prüfen Sie Ihr Postfach');
  await page.goto(site.base + (await site.inbox.linkTo('deep@staff.test')));
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL(`${site.base}/people?search=ann`);
  await addAuthenticator(context, page);
  await page.goto(`${site.base}/account`);
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await page.getByText('Passkey of').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await arrive(page, 'Anmelden');
  await page.goto(`${site.base}/people?search=bob`);
  await page.getByRole('button', { name: 'Mit einem Passkey anmelden' }).click();
  await page.waitForURL(`${site.base}/people?search=bob`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a member signed out while the dashboard is open returns to the requested page', async () => {
  const { memberId } = await signIn(site.api, 'editor', 'ended@staff.test');
  const { context, page } = await openPage(site.browser);
  await site.byLink(page, 'ended@staff.test');
  await page.goto(`${site.base}/people?search=ann`);
  await page.getByRole('link', { name: 'Today' }).waitFor();
  await site.api.db.session.deleteMany({ where: { memberId } });
  site.api.installation.access.forget(site.api.teamId);
  await page.getByRole('link', { name: 'Today' }).click();
  await arrive(page, 'Sign in');
  const wanted = new URL(page.url()).searchParams.get('to') as string;
  expect(wanted).toMatch(/^\/(today)?$/);
  await page.getByLabel('E-mail address').fill('ended@staff.test');
  await page.keyboard.press('Enter');
  await arrive(page, 'Check your inbox');
  await page.goto(site.base + (await site.inbox.linkTo('ended@staff.test', 1)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(site.base + wanted);
  await context.close();
});
