import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';

let testApp: TestApp;
let api: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
});

const BRAND = {
  logo_url: 'https://shop.example/logo.png',
  logo_width: 180,
  color: '#b4322a',
  background_color: '#fafafa',
  font_family: 'Georgia, serif',
  website_url: 'https://shop.example',
  social_links: [
    { network: 'instagram', url: 'https://instagram.com/shop' },
    { network: 'linkedin', url: 'https://linkedin.com/company/shop' },
    { network: 'email', url: 'mailto:us@shop.example' },
  ],
};

const setBrand = (brand: object) => api.rest('PATCH', '/team', { brand });

/** The result of a template with these blocks. */
async function rendered(...blocks: object[]): Promise<{ html: string; text: string }> {
  const settings = { background: 'brand', link_color: 'brand', font_family: 'brand', dark_mode: true };
  const template = { name: 'T', editor: 'blocks', content: JSON.stringify({ settings, blocks }) };
  const { body } = await api.rest('POST', '/templates', template);
  return (await api.rest('POST', `/templates/${body.data.id}/render`, {})).body.data;
}

test('a brand is updated in parts, read by both interfaces, and cleared', async () => {
  const { color: ourColor, logo_width: ourWidth } = (await api.rest('GET', '/team')).body.data.brand;
  expect((await setBrand(BRAND)).body.data.brand).toEqual(BRAND);
  expect((await setBrand({ color: '#112233' })).body.data.brand).toEqual({ ...BRAND, color: '#112233' });
  const change = `mutation { updateTeam(input: { brand: { logoUrl: null, socialLinks: [{ network: X, url: "https://x.com/shop" }] } }) { team {
    brand { logoUrl logoWidth color socialLinks { network url } } } } }`;
  expect((await ask(api, change)).updateTeam.team.brand).toEqual({
    logoUrl: null,
    logoWidth: 180,
    color: '#112233',
    socialLinks: [{ network: 'X', url: 'https://x.com/shop' }],
  });
  const cleared = await api.rest('PATCH', '/team', { brand: null });
  expect(cleared.body.data.brand).toMatchObject({ color: ourColor, logo_width: ourWidth, social_links: [] });
});

test('an address with a letter such as ü is accepted the ten-thousandth time, as the first', async () => {
  const brand = {
    website_url: 'https://bücher.example/größe',
    social_links: Array.from({ length: 12 }, () => ({ network: 'x', url: 'https://grün.example/müsli' })),
  };
  for (let round = 0; round < 10_000 / 13; round++) {
    const { status, body } = await setBrand(brand);
    expect(status, `${round} ${JSON.stringify(body)}`).toBe(200);
  }
});

test("another team's brand is unchanged", async () => {
  const before = await api.rest('GET', '/team', undefined, { token: api.otherToken });
  await setBrand(BRAND);
  expect((await api.rest('GET', '/team', undefined, { token: api.otherToken })).body).toEqual(before.body);
  expect((await api.rest('PATCH', '/team', { brand: BRAND }, { token: api.readToken })).status).toBe(403);
});

test.each([
  [{ color: 'red' }, 'brand.color'],
  [{ background_color: '#12345' }, 'brand.background_color'],
  [{ logo_url: 'javascript:alert(1)' }, 'brand.logo_url'],
  [{ logo_url: 'https://user:secret@shop.example/logo.png' }, 'brand.logo_url'],
  [{ website_url: 'https://shop.example/"><script>' }, 'brand.website_url'],
  [{ logo_width: 15 }, 'brand.logo_width'],
  [{ logo_width: 1_000 }, 'brand.logo_width'],
  [{ font_family: 'x; } body { display: none' }, 'brand.font_family'],
  [{ social_links: [{ network: 'instagram', url: '/me' }] }, 'brand.social_links.0.url'],
  [{ social_links: [{ network: 'email', url: 'mailto:nobody' }] }, 'brand.social_links.0.url'],
  [{ social_links: Array.from({ length: 13 }, () => BRAND.social_links[0]) }, 'brand.social_links'],
])('a brand of %j is refused with its field, and nothing changes', async (brand, path) => {
  await setBrand(BRAND);
  const { status, body } = await api.rest('PATCH', '/team', { name: 'Other', brand });
  expect([status, Object.keys(body.errors)]).toEqual([422, [path]]);
  expect((await api.rest('GET', '/team')).body.data).toMatchObject({
    name: expect.not.stringMatching('Other'),
    brand: BRAND,
  });
});

describe('templates show the brand', () => {
  test('logo, colours, font and links change without saving the template again', async () => {
    await setBrand(BRAND);
    const { html, text } = await rendered(
      { type: 'logo' },
      { type: 'button', text: 'Go', href: 'https://x.test', background: 'brand' },
      { type: 'social' },
    );
    expect(html).toContain('src="https://shop.example/logo.png"');
    expect(html).toMatch(/<a class="plain" href="https:\/\/shop\.example"/);
    expect(html).toContain('bgcolor="#b4322a"');
    expect(html).toContain('font-family:Georgia, serif');
    expect(html).toContain('background-color:#fafafa');
    expect(html).toContain('/pictures/social/linkedin.png" alt="LinkedIn"');
    expect(text).toContain('LinkedIn (https://linkedin.com/company/shop)');
    const { body } = await api.rest('GET', '/templates');
    await setBrand({ color: '#004488', logo_url: null });
    const again = await api.rest('POST', `/templates/${body.data[0].id}/render`, {});
    expect(again.body.data.html).toContain('bgcolor="#004488"');
    expect(again.body.data.html).not.toContain('logo.png');
    expect(again.body.data.text).toContain('My team');
  });

  test('the postal address keeps its lines, in HTML and in text', async () => {
    await api.rest('PATCH', '/team', { postal_address: 'The <Bakery>\n1 Market Street\nPorto' });
    const { html, text } = await rendered({ type: 'footer' });
    expect(html).toMatch(/The &lt;Bakery&gt;<br>1 Market Street<br>Porto/);
    expect(text).toContain('The <Bakery>\n1 Market Street\nPorto');
  });

  test('with any colour, texts in and on it are readable, in light and dark mode', async () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const probe = [
      'color',
      'button_text_color',
      'text_color',
      'dark_color',
      'dark_button_text_color',
      'dark_text_color',
    ];
    const content = probe.map((name) => `{{ team.brand.${name} }}`).join(' ');
    const { body } = await api.rest('POST', '/templates', { name: 'Probe', editor: 'html', content });
    const check = async (color: string) => {
      await setBrand({ color });
      const { text } = (await api.rest('POST', `/templates/${body.data.id}/render`, {})).body.data;
      const [own, onOwn, onWhite, dark, onDark, onContent] = text.split(' ');
      expect(own).toBe(color);
      expect(wcagContrast(onOwn, own)).toBeGreaterThan(4);
      expect(wcagContrast(onDark, dark)).toBeGreaterThan(4);
      expect(wcagContrast(onWhite, '#ffffff')).toBeGreaterThan(4.4);
      expect(wcagContrast(onContent, '#1e2023')).toBeGreaterThan(4.4);
      expect(wcagContrast(dark, '#1e2023')).toBeGreaterThan(1.45);
    };
    await fc.assert(fc.asyncProperty(hex, check), { numRuns: 60, examples: [['#ffffff'], ['#000000'], ['#ffff00']] });
  });
});
