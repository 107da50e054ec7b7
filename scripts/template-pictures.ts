/**
 * `npm run pictures` draws every ready-made template as a picture, and a page of all of them, in docs/templates/. `npm run
 * pictures -- welcome` draws only that one. It starts the product on a temporary database, and needs Chromium (at CHROMIUM, else
 * at Debian's path).
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot } from '../src/database/home.ts';
import { openBrowser } from '../test/browser/chromium.ts';
import { build } from '../test/support/build.ts';
import { endAll } from '../test/support/processes.ts';
import { freePort, type Server, startServer } from '../test/support/server.ts';
import { drawSheet } from './template-sheet.ts';

interface ReadyMade {
  key: string;
  name: string;
  description: string;
  subject: string;
  variables: object;
}

const FOLDER = join(checkoutRoot(), 'docs', 'templates');
const TEAM = {
  name: 'The Bakery',
  postal_address: 'The Bakery, Mill Lane 7\n1011 Amsterdam',
  brand: {
    website_url: 'https://shop.example',
    social_links: ['instagram', 'facebook', 'website'].map((network) => ({ network, url: 'https://shop.example' })),
  },
};
const READER = { email: 'ann@shop.example', first_name: 'Ann', last_name: 'Miller' };
/** A render that times out on a busy machine is retried. */
const TRIES = 3;

const HEAD = `# Ready-made templates

*For marketers.* See each ready-made template on a wide screen and on a phone, in light and dark mode, with sample data. In the dashboard, choose one
under Templates; [Templates](../templates.md#ready-made-templates) shows how to copy one with the API. \`npm run pictures\` creates this page.
`;

const wanted = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
await build();
try {
  const port = await freePort();
  const server = await startServer({ env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` } });
  const templates = await prepare(server);
  const unknown = wanted.filter((key) => !templates.some((template) => template.key === key));
  if (unknown.length > 0) throw new Error(`There is no ready-made template ${unknown.join(', ')}.`);
  await draw(
    server,
    templates.filter(({ key }) => wanted.length === 0 || wanted.includes(key)),
  );
  await removeOthers(templates);
  await writeFile(join(FOLDER, 'README.md'), pageOf(templates));
  await server.process.end();
} finally {
  await endAll();
}

/** Sets up a team and a reader, and returns all ready-made templates. */
async function prepare(server: Server): Promise<ReadyMade[]> {
  await call(server, 'PATCH', '/team', TEAM);
  const { id } = await call(server, 'POST', '/lists', { name: 'News', from_email: 'us@shop.example' });
  await call(server, 'POST', `/lists/${id}/subscribers`, READER);
  return call(server, 'GET', '/ready-made-templates?per_page=100');
}

async function draw(server: Server, templates: ReadyMade[]): Promise<void> {
  const browser = await openBrowser();
  try {
    for (const template of templates) {
      // A new team already has some of these names.
      const copy = { ...template, name: `${template.name} (picture)` };
      const { id } = await call(server, 'POST', '/templates', copy);
      const { html, warnings } = await call(server, 'POST', `/templates/${id}/render`, {
        variables: template.variables,
        email: READER.email,
      });
      const { picture, broken } = await drawSheet(browser, html, server.url);
      await writeFile(join(FOLDER, `${template.key}.webp`), picture);
      const problems = [...warnings, ...broken.map((url) => `The picture ${url} cannot be shown.`)];
      console.log([`${template.key}: ${picture.length} bytes`, ...problems].join('\n  '));
    }
  } finally {
    await browser.close();
  }
}

/** Deletes the pictures of templates that no longer exist. */
async function removeOthers(templates: ReadyMade[]): Promise<void> {
  const kept = templates.map(({ key }) => `${key}.webp`);
  const gone = (await readdir(FOLDER)).filter((name) => name.endsWith('.webp') && !kept.includes(name));
  await Promise.all(gone.map((name) => rm(join(FOLDER, name))));
}

function pageOf(templates: ReadyMade[]): string {
  const entries = templates.map(
    ({ key, name, description, subject }) =>
      `## ${name}\n\n\`${key}\`: ${description}\n\nSubject: \`${subject}\`\n\n![${name}](${key}.webp)\n`,
  );
  return `${HEAD}\n${entries.join('\n')}`;
}

/** The `data` of a response. Throws for a refused call. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows what it asked for
async function call(server: Server, method: string, path: string, body?: unknown): Promise<any> {
  for (let left = TRIES; ; left--) {
    const answer = await server.rest(method, path, body);
    if (answer.status < 300) return answer.body.data;
    if (left === 1) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}
