import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeCompiling } from '../../../src/domain/content/compiling/compiler.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(async () => {
  await api.close();
  await Promise.all([closeRendering(), closeCompiling()]);
});

const BLOCKS = [
  { type: 'logo' },
  { type: 'text', text: 'مرحبا\n\n1. واحد\n2. اثنان' },
  { type: 'quote', text: 'مرحبا' },
  {
    type: 'columns',
    columns: [{ blocks: [{ type: 'text', text: 'first' }] }, { blocks: [{ type: 'text', text: 'second' }] }],
  },
  { type: 'order', items: 'items', totals: [{ label: 'Total', value: '9' }] },
  { type: 'button', text: 'Go', href: 'https://x.test', align: 'start' },
];

async function preview(language: string | undefined, blocks: object[] = BLOCKS, more: object = {}): Promise<string> {
  const content = JSON.stringify({ settings: { ...(language && { language }) }, blocks });
  const variables = { items: [{ name: 'Rye', price: '1', image: 'https://x.test/rye.png' }] };
  const input = { editor: 'blocks', content, variables, ...more };
  const { status, body } = await api.rest('POST', '/templates/preview', input);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.html;
}

describe('blocks in a right-to-left language are mirrored', () => {
  test.each(['ar', 'he', 'fa', 'ur', 'ar-EG', 'he-IL', 'ps', 'yi', 'dv', 'ckb', 'az-Arab', 'iw'])(
    '%s',
    async (language) => {
      const html = await preview(language);
      expect(html).toMatch(new RegExp(`<html lang="${language}" dir="rtl"`));
      expect(html).toMatch(/<div[^>]* dir="rtl"/);
      expect(html).not.toMatch(/direction: ?ltr|text-align: ?left;color/);
      expect(html).toMatch(/text-align:right;color:[^"]*"><p/);
      expect(html.match(/direction:rtl/g)!.length).toBeGreaterThan(5);
      expect(html).toMatch(/<ol style="[^"]*padding-right: 24px/);
      expect(html).toContain('padding:2px 16px 2px 0;border-right:3px solid');
      expect(html).toContain('text-align:left;white-space:nowrap;padding-right:12px');
      expect(html).toContain('float:right;margin:0 0 0 12px');
      // The order of the text is the reading order: the first column is on the right.
      expect(html.indexOf('>first<')).toBeLessThan(html.indexOf('>second<'));
    },
  );

  test.each(['de', 'en-GB', 'ja', 'az', 'pa', 'tlh', undefined])('%s is not', async (language) => {
    const html = await preview(language);
    expect(html).not.toMatch(/dir="rtl"|direction:rtl|padding-right: 24px|border-right:3px/);
    expect(html).toMatch(/text-align:left;color:[^"]*"><p/);
    expect(html).toContain('padding:2px 0 2px 16px;border-left:3px solid');
    expect(html).toContain('text-align:right;white-space:nowrap;padding-left:12px');
  });

  test('and explicit left or right stays', async () => {
    const html = await preview('ar', [{ type: 'text', text: 'x', align: 'left' }]);
    expect(html).toMatch(/text-align:left;color:[^"]*"><p/);
    const ends = await preview('he', [{ type: 'text', text: 'x', align: 'end' }]);
    expect(ends).toMatch(/text-align:left;color:[^"]*"><p/);
  });

  test('also in a translation and its preview, which do not declare a language themselves', async () => {
    const content = JSON.stringify({ blocks: [{ type: 'text', text: 'x' }] });
    const template = { name: 'Two directions', editor: 'blocks', content, locale_variants: { ar: { content } } };
    const { body } = await api.rest('POST', '/templates', template);
    const inLocale = async (locale: string) =>
      (await api.rest('POST', `/templates/${body.data.id}/render`, { locale })).body.data.html;
    expect(await inLocale('ar')).toMatch(/<html lang="ar" dir="rtl"/);
    expect(await inLocale('en')).not.toContain('rtl');
    expect(await preview(undefined, BLOCKS, { locale: 'he' })).toMatch(/<html lang="he" dir="rtl"/);
    expect(await preview('en', BLOCKS, { locale: 'he' })).toMatch(/<html lang="en"/);
  });

  test('in every ready-made template', async () => {
    const { data } = (await api.rest('GET', '/ready-made-templates?per_page=100')).body;
    for (const { key, content, variables } of data) {
      const document = JSON.parse(content);
      const { body } = await api.rest('POST', '/templates/preview', {
        ...{ editor: 'blocks', variables },
        content: JSON.stringify({ ...document, settings: { ...document.settings, language: 'ar' } }),
      });
      expect([key, body.data.html.match(/direction: ?ltr|text-align: ?left;color/g)]).toEqual([key, null]);
    }
  });
});
