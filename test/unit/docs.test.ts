import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.startsWith('generated/'))
    .map((file) => join(folder, file));

const PAGES = [...readdirSync(ROOT).filter((file) => file.endsWith('.md')), ...filesIn('docs', /\.md$/)];
/** Generators of clients have packages of their own. */
const isOurs = (file: string) => !file.includes('/node_modules/');
const SOURCES = [
  ...filesIn('src', /\.(ts|graphql)$/),
  ...filesIn('test', /\.ts$/).filter(isOurs),
  ...filesIn('prisma/schema', /\./),
];

const PATH = /(?<![\w./-])(?:src|test|docs|prisma|scripts)\/[\w./*{},-]*[\w*}]/g;
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g;
const SCRIPT = /\bnpm run (?:--silent )?([\w:-]+)/g;

/** Whether a path exists; `*` in its last part matches anything, `{a,b}` for a and for b. */
function exists(path: string): boolean {
  const [braces, choices] = /\{([^}]*)\}/.exec(path) ?? [];
  if (braces && choices) return choices.split(',').every((choice) => exists(path.replace(braces, choice)));
  if (!path.includes('*')) return existsSync(join(ROOT, path));
  const names = basename(path)
    .split('*')
    .map((part) => part.replaceAll('.', '\\.'));
  const folder = join(ROOT, dirname(path));
  return existsSync(folder) && readdirSync(folder).some((name) => new RegExp(`^${names.join('.*')}$`).test(name));
}

test.each(PAGES)('every path, link and npm script that %s names exists', (page) => {
  const text = read(page);
  const paths = [...text.matchAll(/`[^`\n]+`/g)].flatMap(([code]) => [...code.matchAll(PATH)].map(([path]) => path));
  const links = [...text.matchAll(LINK)].map(([, target]) => join(dirname(page), target as string));
  expect([...paths, ...links].filter((path) => !exists(path))).toEqual([]);

  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  expect([...text.matchAll(SCRIPT)].map(([, name]) => name).filter((name) => !scripts.includes(name!))).toEqual([]);
});

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));

test.each(PAGES)('every heading that %s links to exists', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
  const missing = links.filter(([, file, anchor]) => {
    const target = file ? join(dirname(page), file) : page;
    return target.endsWith('.md') && !anchorsIn(read(target)).includes(anchor!);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test('every page named in the sources exists, including decisions named by number only', () => {
  const missing = SOURCES.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]*\w(?:\.md)?/g)]
      .map(([path]) => path)
      .filter((path) => !exists(path) && !exists(`${path}-*.md`))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the documented scalar types are the generated ones', () => {
  expect(read('docs/api.md')).toContain(`\`\`\`json\n${read('scalars.json')}\`\`\``);
});

/** Commands of a page: lines in a code block that call curl, with the lines that go on after a backslash. */
const curlsIn = (text: string): string[] =>
  [...text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)]
    .flatMap(([, code]) => code!.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => /\bcurl\s/.test(line));

test.each(PAGES)('every curl of %s with {} or [] in its address disables patterns', (page) => {
  const wrong = curlsIn(read(page)).filter((line) => {
    const addresses = line.match(/(?:https?:\/\/|\$\w+\/)\S+/g) ?? [];
    return (
      addresses.some((address) => /[{}[\]]/.test(address)) && !/\scurl\s.*-g\b|^curl\s.*(?:-g|--globoff)\b/.test(line)
    );
  });
  expect(wrong).toEqual([]);
});
