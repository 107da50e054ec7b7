import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const SRC = new URL('../../src/', import.meta.url).pathname;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated/'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

interface Import {
  from: string;
  to: string;
  /** Types only, absent at run time. */
  types: boolean;
}

const IMPORT = /(?:^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?|\bimport\()'(\.{1,2}\/[^']+)'/gm;
const imports: Import[] = files.flatMap(({ path, text }) =>
  [...text.matchAll(IMPORT)].map(([, type, to]) => ({
    from: path,
    to: normalize(join(path, '..', to as string)),
    types: type !== undefined,
  })),
);

/** The module of a file: its folder, or the file itself if it has none. */
const partOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] as string) : basename(path, '.ts'));

/** Small tools, and the base of every module. */
const CORE = [
  ...[
    'config',
    'errors',
    'scope',
    'ids',
    'log',
    'consent-words',
    'near-miss',
    'issue-codes',
    'warning-codes',
    'reason-codes',
  ],
  ...[
    'async',
    'crypto',
    'database',
    'generated',
    'live',
    'metrics',
    'mime',
    'network',
    'outbound',
    'storage',
    'threads',
    'validation',
  ],
];

/**
 * Every module, and the modules it may import: `biome.modules.json` gives the linter the same table. `installation` combines core
 * and domain for the servers.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ...Object.fromEntries(CORE.map((module) => [module, CORE])),
  domain: CORE,
  installation: [...CORE, 'domain'],
  http: ['errors', 'database', 'metrics', 'network', 'domain', 'installation'],
  schema: [
    'errors',
    'issue-codes',
    'warning-codes',
    'reason-codes',
    'scope',
    'ids',
    'async',
    'live',
    'validation',
    'generated',
    'domain',
    'demo',
    'installation',
  ],
  rest: ['http', 'errors', 'issue-codes', 'consent-words', 'near-miss', 'generated', 'schema', 'installation'],
  graphql: ['http', 'errors', 'issue-codes', 'log', 'live', 'schema', 'domain', 'installation'],
  reference: ['http', 'validation', 'schema', 'rest', 'installation'],
  delivery: [...CORE, 'domain'],
  tracking: [...CORE, 'http', 'domain', 'installation'],
  feedback: [...CORE, 'http', 'domain', 'installation'],
  account: [...CORE, 'http', 'domain', 'installation'],
  jobs: [...CORE, 'domain', 'delivery'],
  dashboard: ['generated'],
  demo: [...CORE, 'domain'],
};

/** They assemble the program, and are not imported. */
const TOPS = ['server', 'main', 'commands'];

/** The contexts of the domain. Each may import those before it, so none leads back to itself. */
const CONTEXTS = [
  ...[
    'signals',
    'content',
    'media',
    'ledger',
    'platform',
    'members',
    'privacy',
    'refusals',
    'transports',
    'audience',
    'webhooks',
  ],
  ...[
    'sending',
    'forms',
    'insight',
    'imports',
    'segments',
    'views',
    'bulk',
    'exports',
    'campaigns',
    'automations',
    'audit',
    'nodes',
  ],
];

interface LintOverride {
  includes: string[];
  linter: { rules: { style: { noRestrictedImports: { options: { patterns: { group: string[] }[] } } } } };
}

/** The modules that the linter forbids a module to import, from its first pattern. */
function deniedByLint(overrides: LintOverride[], module: string): string[] {
  const override = overrides.find(({ includes }) =>
    includes.some((path) => [`src/${module}/**`, `src/${module}.ts`].includes(path)),
  );
  const { patterns } = override?.linter.rules.style.noRestrictedImports.options ?? { patterns: [] };
  return (patterns[0]?.group ?? []).flatMap((pattern) => /\{(.*)\}/.exec(pattern)?.[1]?.split(',') ?? []);
}

describe('imports', () => {
  test('are found', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports).toContainEqual({ from: 'schema/list.ts', to: 'domain/audience/lists.ts', types: false });
  });

  test('belong to modules in the table', () => {
    const modules = [...new Set(files.map(({ path }) => partOf(path)))];
    expect(modules.filter((module) => !TOPS.includes(module) && !(module in MAY_IMPORT))).toEqual([]);
  });

  test('follow the table in the linter too', () => {
    const { overrides } = JSON.parse(readFileSync(join(SRC, '../biome.modules.json'), 'utf8'));
    const modules = [...Object.keys(MAY_IMPORT), ...TOPS];
    for (const [module, allowed] of Object.entries(MAY_IMPORT)) {
      const others = modules.filter((other) => other !== module);
      const denied = deniedByLint(overrides, module).filter((other) => other !== module);
      expect([module, denied.sort()]).toEqual([module, others.filter((other) => !allowed.includes(other)).sort()]);
    }
  });

  test('follow the table', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [part, other] = [partOf(from), partOf(to)];
      return part !== other && !TOPS.includes(part) && !MAY_IMPORT[part]?.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  test('never reach the tops', () => {
    const wrong = imports.filter(({ from, to }) => TOPS.includes(partOf(to)) && !TOPS.includes(partOf(from)));
    expect(wrong).toEqual([]);
  });

  test('of the installation outside the tops are type only', () => {
    const wrong = imports.filter(
      ({ from, to, types }) => to === 'installation.ts' && !types && !TOPS.includes(partOf(from)),
    );
    expect(wrong).toEqual([]);
  });

  test("of REST use only the schema's entry, execution and context", () => {
    const known = ['schema/index.ts', 'schema/context.ts', 'schema/compiled.ts', 'schema/follow.ts'];
    const wrong = imports.filter(
      ({ from, to }) => partOf(from) === 'rest' && partOf(to) === 'schema' && !known.includes(to),
    );
    expect(wrong).toEqual([]);
    const database = imports.filter(({ from, to }) => partOf(from) === 'rest' && to.startsWith('generated/prisma'));
    expect(database).toEqual([]);
  });

  test('of GraphQL use only types of the domain', () => {
    const wrong = imports.filter(
      ({ from, to, types }) => partOf(from) === 'graphql' && partOf(to) === 'domain' && !types,
    );
    expect(wrong).toEqual([]);
  });

  test('of the Prisma client are in one file of the schema, as a type', () => {
    const users = imports.filter(({ from, to }) => partOf(from) === 'schema' && to.startsWith('generated/prisma/'));
    expect(users).toEqual([{ from: 'schema/builder.ts', to: 'generated/prisma/client.ts', types: true }]);
  });

  test('of template compilers are only in their thread', () => {
    const loading = imports.filter(({ to, types }) => to === 'domain/content/compiling/compile.ts' && !types);
    expect(loading.map(({ from }) => from)).toEqual(['domain/content/compiling/compiling-worker.ts']);
  });

  test('between two contexts of the domain go one way', () => {
    const contextOf = (path: string) => (/^domain\/.*\//.test(path) ? path.split('/')[1] : undefined);
    const contexts = new Set(files.map(({ path }) => contextOf(path)).filter((context) => context !== undefined));
    expect([...contexts].sort()).toEqual([...CONTEXTS].sort());
    const wrong = imports.filter(({ from, to }) => {
      const [context, other] = [contextOf(from) ?? 'none', contextOf(to)];
      return from.startsWith('domain/') && other && CONTEXTS.indexOf(other) > CONTEXTS.indexOf(context);
    });
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test('are named after their content', () => {
    const names = /^(utils?|helpers?|common|types|managers?|misc|shared)$|[-.](utils?|helpers?|manager)$/;
    expect(files.map(({ path }) => path).filter((path) => names.test(basename(path).replace(/\.tsx?$/, '')))).toEqual(
      [],
    );
  });

  test('have at most 300 lines', () => {
    expect(files.filter(({ text }) => text.split('\n').length > 300).map(({ path }) => path)).toEqual([]);
  });

  test('named index load files and re-export nothing', () => {
    const handOn = files.filter(({ path, text }) => basename(path) === 'index.ts' && /^export .* from /m.test(text));
    expect(handOn.map(({ path }) => path)).toEqual([]);
  });

  test('parse addresses with parseUrl, as Node 20 judges those with ü wrongly in URL.canParse', () => {
    expect(files.filter(({ text }) => /\bcanParse\(/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('do not disable linter rules', () => {
    expect(files.filter(({ text }) => text.includes('biome-ignore-all')).map(({ path }) => path)).toEqual([]);
  });
});

test('a resolver is one expression of at most three lines', () => {
  const resolvers = files
    .filter(({ path }) => partOf(path) === 'schema')
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^( *)resolve: [\s\S]*?\n(?=\1\S|(?!\1 )\s*[})])/gm)].map(([code]) => ({ path, code })),
    );
  expect(resolvers.length).toBeGreaterThan(20);
  expect(resolvers.filter(({ code }) => code.trimEnd().split('\n').length > 3 || /=> \{$/m.test(code))).toEqual([]);
});
