import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const READ = 'query ($id: ID!) { template(id: $id) { localeVariants translations { locale subject content text } } }';

test('a template has its translations as a list, by language, with the texts of the JSON form', async () => {
  const locale_variants = { fr: { subject: 'Bonjour', text: 'Salut' }, de: { content: '<p>Hallo</p>' } };
  const { body } = await api.rest('POST', '/templates', { ...TEMPLATE, locale_variants });
  const { template } = await ask(api, READ, { id: body.data.id });
  expect(template.translations).toEqual([
    { locale: 'de', subject: null, content: '<p>Hallo</p>', text: null },
    { locale: 'fr', subject: 'Bonjour', content: null, text: 'Salut' },
  ]);
  expect(Object.keys(template.localeVariants).sort()).toEqual(['de', 'fr']);
});

test('a template without translations has an empty list', async () => {
  const { body } = await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Plain' });
  expect((await ask(api, READ, { id: body.data.id })).template.translations).toEqual([]);
});

test('a ready-made template has them too', async () => {
  const query = '{ readyMadeTemplates(first: 100) { nodes { localeVariants translations { locale subject } } } }';
  const { nodes } = (await ask(api, query)).readyMadeTemplates;
  for (const { localeVariants, translations } of nodes)
    expect(translations).toEqual(
      Object.keys(localeVariants)
        .sort()
        .map((locale) => ({ locale, subject: localeVariants[locale].subject ?? null })),
    );
  expect(nodes.some(({ translations }: { translations: [] }) => translations.length > 0)).toBe(true);
});
