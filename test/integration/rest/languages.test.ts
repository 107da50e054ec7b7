import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { fail } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

let count = 0;
const subscribe = (locale: unknown) =>
  api.rest('POST', `/lists/${list}/subscribers`, { email: `p${++count}@people.test`, locale });

test.each([
  ['de', 'de'],
  ['DE-de', 'de-DE'],
  ['pt_br', 'pt-BR'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['sr-Latn', 'sr-Latn'],
  ['es-419', 'es-419'],
  ['gsw', 'gsw'],
  ['gsw-CH', 'gsw-CH'],
  ['en-US-u-ca-gregory', 'en-US-u-ca-gregory'],
  ['en-x-shop', 'en-x-shop'],
  ['sl-rozaj', 'sl-rozaj'],
  ['de-1996', 'de-1996'],
  ['iw', 'he'],
  ['deu', 'de'],
  ['en-UK', 'en-GB'],
  ['art-lojban', 'jbo'],
  ['qaa', 'qaa'],
  ['sq-XK', 'sq-XK'],
  ['und', 'und'],
])('the language %s is stored as %s', async (given, stored) => {
  const { status, body } = await subscribe(given);
  expect([status, body.data?.locale]).toEqual([201, stored]);
});

const PROBLEM = 'The locale field must be a valid language code (BCP 47, such as en or pt-BR).';

test.each([
  ['german', 'de'],
  ['English', 'en'],
  ['FRENCH', 'fr'],
  ['spanish', 'es'],
  ['Portuguese', 'pt'],
  ['Portuguese (Brazil)', 'pt-BR'],
  ['Deutsch', 'de'],
  ['français', 'fr'],
  ['Magyar', 'hu'],
  ['日本語', 'ja'],
  ['german-DE', 'de-DE'],
  ['jp', 'ja'],
  ['jp-JP', 'ja-JP'],
  ['cz', 'cs'],
  ['en-EN', 'en'],
  ['de-DE-formal', 'de-DE'],
  ['de-Germ', 'de'],
])('the language %s is refused, with the suggestion %s', async (given, suggested) => {
  const { status, body } = await subscribe(given);
  expect([status, body.errors]).toEqual([422, { locale: [`${PROBLEM} Did you mean ${suggested}?`] }]);
});

test.each(['klingo', 'xx', 'abcdefgh', 'en US', '12', 'x-shop', 'root', 'de-'])(
  'the language %s is refused',
  async (given) => {
    const { status, body } = await subscribe(given);
    expect([status, body.errors.locale]).toEqual([422, [expect.stringContaining(PROBLEM)]]);
  },
);

test('an unregistered language is refused in every field', async () => {
  const bad = { locale: 'german' };
  const hint = [expect.stringContaining('Did you mean de?')];
  const list2 = { name: 'News', from_email: 'news@shop.test' };
  expect((await api.rest('POST', '/lists', { ...list2, ...bad })).body.errors.locale).toEqual(hint);
  expect((await api.rest('PUT', `/lists/${list}`, bad)).body.errors.locale).toEqual(hint);
  const { id } = (await subscribe('de')).body.data;
  expect((await api.rest('PATCH', `/subscribers/${id}`, bad)).body.errors.locale).toEqual(hint);
  const rows = { subscribers: [{ email: 'batch@people.test', ...bad }] };
  const batch = await api.rest('POST', `/lists/${list}/subscribers/batch`, rows);
  expect(JSON.stringify(batch.body)).toContain('Did you mean de?');
  const template = { name: 'welcome', editor: 'html', content: '<p>Hi</p>', subject: 'Hi' };
  const variants = { locale_variants: { german: { subject: 'Hallo' } } };
  const { errors } = (await api.rest('POST', '/templates', { ...template, ...variants })).body;
  expect(errors).toEqual({ 'locale_variants.german': [expect.stringContaining('Did you mean de?')] });
  await api.rest('POST', '/templates', template);
  const mail = { template: 'welcome', to: 'ann@people.test', from: 'shop@shop.test' };
  expect((await api.rest('POST', '/transactional-mails', { ...mail, ...bad })).body.errors.locale).toEqual(hint);
  const rules = (value: unknown) => ({ operator: 'and', rules: [{ type: 'language', operator: 'equals', value }] });
  const segment = { name: 'Germans', conditions: rules('german') };
  const refused = await api.rest('POST', `/lists/${list}/segments`, segment);
  expect(refused.body.errors).toEqual({ 'conditions.rules.0.value': [expect.stringContaining('Did you mean de?')] });
  const mutation = `mutation ($input: UpdateListInput!) { updateList(input: $input) { list { id } } }`;
  const answer = await fail(api, mutation, { input: { id: list, ...bad } });
  expect(JSON.stringify(answer.extensions)).toContain('Did you mean de?');
});
