import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paragraphsOf } from './markdown.ts';
import { readCode } from './read-code.ts';
import { sentencesOf } from './sentences.ts';

/** The largest share of sentences that may use a relative clause as a noun, by area. */
export const BUDGETS = {
  screens: 0.005,
  errors: 0.005,
  'e-mails': 0.005,
  schema: 0.01,
  docs: 0.01,
  decisions: 0.01,
  comments: 0.015,
  'test names': 0.015,
  changelog: 0.015,
} as const;

export type Area = keyof typeof BUDGETS;

export interface Sentence {
  text: string;
  /** The file and, in code, the line. */
  at: string;
}

/** All English sentences of a checkout, by area. Errors include logs and command-line help, e-mails include public
 * and account pages. */
export function readAreas(root: string): Map<Area, Sentence[]> {
  const areas = new Map<Area, Sentence[]>(Object.keys(BUDGETS).map((area) => [area as Area, []]));
  const add = (area: Area, text: string, at: string) =>
    areas.get(area)?.push(...sentencesOf(text).map((text) => ({ text, at })));
  for (const path of filesOf(root)) {
    const content = readFileSync(join(root, path), 'utf8');
    if (path.endsWith('.md')) for (const paragraph of paragraphsOf(content)) add(docsArea(path), paragraph, path);
    else if (path.endsWith('.graphql')) for (const text of descriptionsOf(content)) add('schema', text, path);
    else {
      const { comments, strings, testNames } = readCode(path, content);
      for (const { text, line } of comments) add('comments', text, `${path}:${line}`);
      for (const { text, line } of testNames) add('test names', text, `${path}:${line}`);
      if (path.startsWith('src/'))
        for (const { text, line } of strings) add(stringsArea(path), text, `${path}:${line}`);
    }
  }
  return areas;
}

const filesOf = (root: string): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((path) => /(?:\.[jt]sx?|\.mts|\.md|^schema\.graphql)$/.test(path) && !/\/generated\/|\.d\.ts$/.test(path));

/** The texts of the dashboard's catalogues, in all languages. */
export const readLabels = (root: string): Sentence[] =>
  filesOf(root)
    .filter((path) => path.startsWith('src/dashboard/') && path.endsWith('texts.ts'))
    .flatMap((path) => {
      const lines = readFileSync(join(root, path), 'utf8').split('\n');
      return lines.flatMap((line, index) => {
        const [, text] = /^\s+\w+: '([^']+)',$/.exec(line) ?? [];
        return text === undefined ? [] : [{ text, at: `${path}:${index + 1}` }];
      });
    });

const docsArea = (path: string): Area =>
  path === 'CHANGELOG.md' ? 'changelog' : path.startsWith('docs/adr/') ? 'decisions' : 'docs';

function stringsArea(path: string): Area {
  if (path.startsWith('src/dashboard/')) return 'screens';
  if (/\/ready-made\/|^src\/(?:account|tracking)\//.test(path)) return 'e-mails';
  return /^src\/(?:schema|rest)\//.test(path) ? 'schema' : 'errors';
}

const descriptionsOf = (schema: string): string[] =>
  [...schema.matchAll(/"""([\s\S]*?)"""|^\s*"([^"\n]+)"$/gm)].map(([, block, line]) => block ?? line ?? '');
