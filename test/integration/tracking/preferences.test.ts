import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { linkOf, visit } from '../../support/pages.ts';
import { statement } from '../../support/statement.ts';

const layouts = [
  ['one machine', false],
  ['several', true],
] as const;

let person = 0;

for (const [layout, withoutTriggers] of layouts) {
  let api: TestApp;
  let list: string;
  let id: string;
  let email: string;
  beforeAll(async () => {
    api = await openTestApp({}, { withoutTriggers });
    list = await makeList(api, { name: 'News' });
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    email = `chooser${person++}@people.test`;
    id = await add();
  });

  const add = async (row: object = {}) => (await subscribe(api, list, [{ email, ...row }])).data[0].id as string;
  const open = (headers: Record<string, string> = {}) =>
    visit(api, 'GET', linkOf(api, 'preferences', id), undefined, headers);
  const post = (body: string) => visit(api, 'POST', linkOf(api, 'preferences', id), body);
  const profile = async () => (await api.rest('GET', `/people?email=${email}`)).body.data;
  const chosen = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`name="${name}" value="([^"]+)" checked`, 'g'))].map(([, value]) => value);
  const people = () => statement(api.databaseUrl, 'select p::text from people p order by key');

  test(`a person reduces the frequency and reverts it, and the team sees both (${layout})`, async () => {
    expect(chosen((await open()).text, 'often')).toEqual(['any']);
    expect((await profile()).frequency).toBeNull();
    for (const [often, days] of [
      ['week', 7],
      ['month', 30],
    ] as const) {
      const shown = await post(`do=save&list=${list}&often=${often}`);
      expect(shown.text).toContain('Your preferences are saved.');
      expect(chosen(shown.text, 'often')).toEqual([often]);
      expect((await profile()).frequency).toEqual({ messages: 1, days });
    }
    await post(`do=save&list=${list}`); // a page from before there was the choice
    expect((await profile()).frequency).toEqual({ messages: 1, days: 30 });
    await post(`do=save&list=${list}&often=any`);
    expect((await profile()).frequency).toBeNull();
    expect((await readSubscriber(api, list, email)).status).toBe('subscribed');
  });

  test(`a person switches tracking off and on, and both interfaces show it (${layout})`, async () => {
    expect(chosen((await open()).text, 'tracking')).toEqual(['on']);
    const shown = await post(`do=save&list=${list}&tracking=off`);
    expect(chosen(shown.text, 'tracking')).toEqual(['off']);
    expect((await profile()).tracked).toBe(false);
    const data = await ask(
      api,
      'query($email: EmailAddress!) { person(email: $email) { tracked pausedUntil frequency { messages } } }',
      { email },
    );
    expect(data.person).toEqual({ tracked: false, pausedUntil: null, frequency: null });
    await post(`do=save&list=${list}`);
    expect((await profile()).tracked).toBe(false);
    await post(`do=save&list=${list}&tracking=on`);
    expect((await profile()).tracked).toBe(true);
  });

  test(`the chosen language applies to all lists of the person, and keeps a region (${layout})`, async () => {
    const other = await makeList(api, { name: 'Offers', locale: 'fr' });
    await subscribe(api, other, [{ email, locale: 'de-AT' }]);
    const shown = await post(`do=save&list=${list}&list=${other}&language=de`);
    expect(shown.text).toContain('<html lang="de">');
    expect(shown.text).toContain('Ihre Einstellungen sind gespeichert.');
    expect(shown.text).toMatch(/<option value="de" lang="de" selected>/);
    expect((await readSubscriber(api, list, email)).locale).toBe('de');
    expect((await readSubscriber(api, other, email)).locale).toBe('de-AT');
    await post(`do=save&list=${list}&list=${other}&language=`);
    expect((await readSubscriber(api, list, email)).locale).toBe('de');
  });

  test(`a pause begins once, shows its end, and can be ended by its person (${layout})`, async () => {
    const started = Date.now();
    const shown = await post('do=pause');
    const until = (await profile()).paused_until;
    expect(Date.parse(until) - started).toBeGreaterThan(30 * 86_400_000 - 5_000);
    expect(Date.parse(until) - started).toBeLessThan(30 * 86_400_000 + 60_000);
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(until));
    expect(shown.text).toContain(`Until ${day} you receive only`);
    await post('do=pause');
    expect((await profile()).paused_until).toBe(until);
    expect((await post('do=resume')).text).toContain('Pause for 30 days');
    expect((await profile()).paused_until).toBeNull();
    expect((await readSubscriber(api, list, email)).status).toBe('subscribed');
  });

  test(`values outside the choices are refused, and a GET changes nothing (${layout})`, async () => {
    const before = await people();
    for (const body of [
      'do=save&often=daily',
      'do=save&tracking=maybe',
      'do=save&language=xx',
      'do=save&language=de-AT',
      'do=reason',
      'do=reason&reason=because',
    ]) {
      const { status, title } = await post(body);
      expect([body, status, title]).toEqual([body, 400, 'Your request could not be read']);
    }
    await visit(api, 'GET', `${linkOf(api, 'preferences', id)}?do=pause&often=week&tracking=off`);
    expect(await people()).toEqual(before);
    expect((await readSubscriber(api, list, email)).status).toBe('subscribed');
  });

  test(`choices apply only to one person in one team (${layout})`, async () => {
    const mine = email;
    email = `neighbour-${mine}`;
    await add();
    await post('do=pause');
    await post(`do=save&list=${list}&often=week&tracking=off`);
    expect(await profile()).toMatchObject({ paused_until: null, frequency: null, tracked: true });
    const theirs = await api.rest('GET', `/people?email=${mine}`, undefined, { token: api.otherToken });
    expect(theirs.body.data).toMatchObject({ paused_until: null, frequency: null, tracked: true });
  });

  test(`the page is in the person's language, else the browser's, else the list's (${layout})`, async () => {
    const german = { 'accept-language': 'xx, de-CH;q=0.9' };
    expect((await open(german)).title).toBe('Ihre E-Mail-Einstellungen');
    expect((await open()).title).toBe('Your e-mail preferences');
    await post(`do=save&list=${list}&language=fr`);
    expect((await open(german)).headers['content-language']).toBe('fr');
  });

  test(`the page has the team's brand, and allows only its style and logo (${layout})`, async () => {
    const brand = {
      ...{ logo_url: 'https://cdn.shop.test/our;logo.png?v=2', website_url: 'https://shop.test/' },
      ...{ color: '#ffee00', background_color: '#ffcc00', font_family: 'Georgia, serif' },
    };
    await api.rest('PATCH', '/team', { name: 'Tea & Co', postal_address: 'Baker Street 1\nLondon', brand });
    for (const purpose of ['preferences', 'unsubscribe', 'confirm'] as const) {
      const { text, headers } = await visit(api, 'GET', linkOf(api, purpose, id));
      expect(text).toContain(
        '<a href="https://shop.test/" target="_top"><img src="https://cdn.shop.test/our;logo.png?v=2" alt="Tea &amp; Co"',
      );
      expect(text).toContain('<div>Baker Street 1</div><div>London</div>');
      expect(text).toContain('--behind: #ffcc00;');
      expect(text).toContain('font-family: Georgia, serif;');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src https:\/\/cdn\.shop\.test\/our%3Blogo\.png$/,
      );
    }
    await api.rest('PATCH', '/team', {
      name: 'My team',
      postal_address: null,
      brand: { logo_url: null, website_url: null },
    });
    expect((await open()).text).not.toContain('<img');
  });

  test(`an erased person has no preferences, and the old link is unknown (${layout})`, async () => {
    await post('do=pause');
    await post(`do=save&list=${list}&often=week&tracking=off`);
    await api.rest('POST', '/people/erase', { email });
    expect((await open()).status).toBe(404);
    expect((await post('do=pause')).status).toBe(404);
    expect((await post('do=save&often=week')).status).toBe(404);
    expect(await profile()).toMatchObject({ paused_until: null, frequency: null, tracked: true });
  });
}
