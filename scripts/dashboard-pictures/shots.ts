import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Shop } from './shop.ts';

/** A picture: its name, the path, and a selector to wait for. */
interface Shot {
  name: string;
  path: string;
  ready: string;
  /** Runs before it is taken. */
  before?: (page: Page) => Promise<void>;
  /** Its other forms, besides the wide screen in light mode. */
  also?: readonly ('dark' | 'phone' | 'phone-dark')[];
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const QUALITY = 80;
const SETTLED_MS = 1_500;

export const shotsOf = ({ list, sent, person, segment, template, automation }: Shop): Shot[] => {
  const report = `/campaigns/${sent}`;
  return [
    { name: 'today', path: '/', ready: 'main tbody tr', before: hideFirstSteps, also: ['dark', 'phone'] },
    { name: 'people', path: `/people?list=${list}`, ready: 'main tbody tr', also: ['phone'] },
    { name: 'person', path: `/people/${person}`, ready: '.mantine-Timeline-item' },
    { name: 'list', path: `/lists/${list}?by=WEEK`, ready: 'main figure svg, main section' },
    { name: 'segment', path: `/segments/${segment}`, ready: 'main input' },
    { name: 'template', path: `/templates/${template}`, ready: 'main iframe', also: ['dark'] },
    { name: 'campaign', path: report, ready: 'main figure svg', also: ['dark', 'phone', 'phone-dark'] },
    {
      name: 'automation',
      path: `/automations/${automation}`,
      ready: 'main .react-flow__node, main ol',
      also: ['dark'],
    },
    { name: 'transactional', path: '/transactional', ready: 'main tbody tr' },
    { name: 'revenue', path: '/events/revenue', ready: 'main figure svg', also: ['phone-dark'] },
  ];
};

/** A team with a year behind it has hidden them. */
const hideFirstSteps = (page: Page) => page.getByRole('button', { name: 'Hide' }).click();

/** Takes a picture in each of its forms; returns the files by name. */
export async function take(browser: Browser, url: string, secret: string, shot: Shot): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const form of ['', ...(shot.also ?? [])]) {
    const context = await browser.newContext({
      viewport: form.startsWith('phone') ? PHONE : WIDE,
      colorScheme: form.endsWith('dark') ? 'dark' : 'light',
      ...{ locale: 'en-GB', timezoneId: 'Europe/Amsterdam', reducedMotion: 'reduce' },
    });
    await context.addCookies([{ name: 'tidings_session', value: secret, url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto(`${url}${shot.path}`);
    await page.locator(shot.ready).first().waitFor();
    await shot.before?.(page);
    // Lets charts and further rows load.
    await page.waitForTimeout(SETTLED_MS);
    const png = await page.screenshot();
    pictures.set([shot.name, form].filter(Boolean).join('-'), await sharp(png).webp({ quality: QUALITY }).toBuffer());
    await context.close();
  }
  return pictures;
}
