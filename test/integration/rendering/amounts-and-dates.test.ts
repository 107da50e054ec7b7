import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';

let api: TestApp;
let count = 0;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('PATCH', '/team', { timezone: 'Europe/Berlin' });
  const list = await makeList(api);
  await subscribe(api, list, [
    { email: 'tokyo@people.test', timezone: 'Asia/Tokyo', locale: 'ja' },
    { email: 'uwe@people.test', locale: 'de' },
  ]);
});
afterAll(async () => {
  await api.close();
  await closeRendering();
});

/** Renders a saved template in a language, with plain spaces. */
async function render(content: string, variables: object = {}, locale?: string, email?: string) {
  const made = await api.rest('POST', '/templates', { name: `T${++count}`, editor: 'html', content });
  expect(made.body.errors).toBeUndefined();
  const { body } = await api.rest('POST', `/templates/${made.body.data.id}/render`, { variables, locale, email });
  expect(body.errors).toBeUndefined();
  return { html: body.data.html.replace(/[\u00a0\u202f]/g, ' ') as string, warnings: body.data.warnings as string[] };
}

describe('money', () => {
  test.each([
    [1250, 'EUR', 'de', '12,50 €'],
    [1250, 'EUR', 'en', '€12.50'],
    [1250, 'eur', 'fr', '12,50 €'],
    [123456789, 'USD', 'de-AT', 'USD 1.234.567,89'.replace('USD ', '$ ')],
    [1250, 'JPY', 'en', '¥1,250'],
    [1250, 'KWD', 'en', 'KWD 1.250'],
    [-5, 'GBP', 'en', '-£0.05'],
    ['1999', 'EUR', 'de', '19,99 €'],
    [0, 'EUR', 'nl', '€ 0,00'],
  ])('writes %j of %s in %s', async (value, currency, locale, expected) => {
    const { html, warnings } = await render('{{ v | money: c }}', { v: value, c: currency }, locale);
    expect([html, warnings]).toEqual([expected, []]);
  });

  test('uses the language of the mail, else of the person, else of the document', async () => {
    const content = '{{ v | money: "EUR" }}';
    const inGerman = `<html lang="de"><body>${content}</body></html>`;
    expect((await render(content, { v: 1250 }, undefined, 'uwe@people.test')).html).toBe('12,50 €');
    expect((await render(content, { v: 1250 }, 'en', 'uwe@people.test')).html).toBe('€12.50');
    expect((await render(inGerman, { v: 1250 })).html).toContain('12,50 €');
    expect((await render(inGerman, { v: 1250 }, 'fr')).html).toContain('12,50 €');
    expect((await render('{{ v | money: "EUR", locale: "de" }}', { v: 1250 }, 'en')).html).toBe('12,50 €');
    expect((await render(content, { v: 1250 })).html).toBe('€12.50');
  });

  test.each([
    ['{{ v | money: "EUR" }}', { v: 'a lot' }, '', 'money: "EUR" was given "a lot", which is no number.'],
    ['{{ v | money: c }}', { v: 1250, c: '' }, '12.50', 'money: c has no currency, such as "EUR".'],
    ['{{ v | money: "EUR" }}', { v: null }, '', undefined],
  ])('%s of %j warns', async (content, variables, expected, warning) => {
    const { html, warnings } = await render(content, variables, 'en');
    expect([html, warnings]).toEqual([expected, warning ? [warning] : []]);
  });
});

test.each([
  ['{{ 1234.5 | number: 2 }}', 'de', '1.234,50'],
  ['{{ 1234.5 | number: 2 }}', 'en', '1,234.50'],
  ['{{ 1234.5 | number }}', 'de', '1.234,5'],
  ['{{ 1.005 | number: 2 }}', 'en', '1.01'],
  ['{{ 12.5 | number: 0 }}', 'en', '13'],
  ['{{ 1250 | divided_by: 100.0 | number: 2 }}', 'de', '12,50'],
  ['{{ "12345.678" | number: 1 }}', 'fr', '12 345,7'],
])('%s in %s is %s', async (content, locale, expected) => {
  expect((await render(content, {}, locale)).html).toBe(expected);
});

const AT = '2026-11-07T09:05:03.045Z';
test.each([
  ['%F', '2026-11-07'],
  ['%T', '09:05:03'],
  ['%R', '09:05'],
  ['%D', '11/07/26'],
  ['%r', '09:05:03 AM'],
  ['%G-W%V-%u', '2026-W45-6'],
  ['%g', '26'],
  ['%c', 'Sat Nov  7 09:05:03 2026'],
  ['%x %X', '11/07/26 09:05:03'],
  ['%v', ' 7-NOV-2026'],
  ['%+', 'Sat Nov  7 09:05:03 UTC 2026'],
  ['%A %B %a %b %h', 'Saturday November Sat Nov Nov'],
  ['%e|%-d|%_m|%03d|%^a|%#p', ' 7|7|11|007|SAT|am'],
  ['%j %U %W %w %C %y', '311 44 44 6 20 26'],
  ['%H %k %I %l %M %S %L %N %3N %p %P', '09  9 09  9 05 03 045 045000000 045 AM am'],
  ['%s %z %:z %::z %Z', '1794042303 +0000 +00:00 +00:00:00 UTC'],
  ['%% %n%t%Q %-d%q', '% \n\t%Q 7th'],
])('%s is formatted like by strftime', async (format, expected) => {
  expect((await render(`{{ at | date: format }}`, { at: AT, format }, 'en')).html).toBe(expected);
});

test.each([
  ['2027-01-01', '2026-W53'],
  ['2024-12-30', '2025-W01'],
  ['2026-12-31', '2026-W53'],
])('the week of %s is %s', async (day, expected) => {
  expect((await render('{{ day | date: "%G-W%V" }}', { day })).html).toBe(expected);
});

test.each([
  ['de', 'Freitag, 27. November|Fr|Nov'],
  ['fr', 'vendredi, 27. novembre|ven.|nov.'],
  ['es', 'viernes, 27. noviembre|vie|nov'],
  ['ru', 'пятница, 27. ноября|пт|нояб.'],
])('months and days have their names in %s', async (locale, expected) => {
  const { html } = await render('{{ "2026-11-27" | date: "%A, %-d. %B|%a|%b" }}', {}, locale);
  expect(html).toBe(expected);
});

test.each([
  ['{{ "2026-11-27T23:30:00+09:00" | date: "%H:%M %z" }}', '23:30 +0900'],
  ['{{ "2026-11-27T23:30:00-0530" | date: "%F %H:%M" }}', '2026-11-27 23:30'],
  ['{{ "2026-11-27 23:30:00 +0200" | date: "%H:%M" }}', '23:30'],
  ['{{ "2026-11-27T22:30:00Z" | date: "%H:%M" }}', '22:30'],
  ['{{ "2026-11-27T22:30:00Z" | date: "%H:%M", "Europe/Berlin" }}', '23:30'],
  ['{{ "2026-11-27T23:30:00+09:00" | date: "%H:%M", "UTC" }}', '14:30'],
  ['{{ "2026-07-27T22:30:00Z" | date: "%H:%M %Z", team.timezone }}', '00:30 GMT+2'],
  ['{{ "2026-11-27T22:30:00Z" | date: "%H:%M", subscriber.timezone }}', '23:30'],
  ['{{ "March 14, 2026" | date: "%F %H:%M" }}', '2026-03-14 00:00'],
  ['{{ 1794042303 | date: "%F" }}', '2026-11-07'],
  ['{{ "2026-11-27" | date: nothing }}', '2026-11-27'],
  ['{{ "2026-11-27T10:00:00Z" | date: "%H:%M", "" }}', '11:00'],
  ['{{ "soon" | date: "%F" }}', 'soon'],
  ['{{ team.timezone }}', 'Europe/Berlin'],
])('%s is %s', async (content, expected) => {
  expect((await render(content, { nothing: null }, 'en')).html).toBe(expected);
});

test("an unknown time zone falls back to the person's, else the team's, with a warning", async () => {
  const content = '{{ "2026-11-27T10:00:00Z" | date: "%H:%M", zone }}';
  const zone = 'Mars/Olympus';
  const warnings = ['date: "%H:%M", zone has an unknown time zone: Mars/Olympus.'];
  expect(await render(content, { zone }, 'en', 'tokyo@people.test')).toEqual({ html: '19:00', warnings });
  expect(await render(content, { zone }, 'en', 'uwe@people.test')).toEqual({ html: '11:00', warnings });
});
