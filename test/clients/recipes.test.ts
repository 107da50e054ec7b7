import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { endAll } from '../support/processes.ts';
import { freePort, newHome, type Server, startServer, TOKEN } from '../support/server.ts';
import { until } from '../support/until.ts';
import { complaints } from './generators.ts';
import { printed } from './printed.ts';
import { PYTHON, type Recipe, start, writeRecipes } from './recipes.ts';

const NAMES = 'api, after, type Change, cursor, fetchQuery, FOLLOW, show, stopOrSignInAgain, token';
const BEFORE = `import { ${NAMES} } from './prelude';`;
const WITH_SOCKET = `${BEFORE}\nimport { socket } from './graphql-ws';`;
/** A compiled document of Relay, as the network gets it. */
const REQUEST =
  "{ name: 'Follow', operationKind: 'subscription', text: FOLLOW, id: null, cacheID: 'follow', metadata: {} }";

const TYPESCRIPT: Recipe[] = [
  {
    file: 'fetch.ts',
    before: BEFORE,
    code: printed('**fetch**'),
    after: 'for await (const change of changes(after)) show(change);',
  },
  { file: 'graphql-ws.ts', before: BEFORE, code: printed('**graphql-ws**') },
  { file: 'graphql-sse.ts', before: BEFORE, code: printed('**graphql-sse**') },
  { file: 'apollo.ts', before: WITH_SOCKET, code: printed('**Apollo Client**:') },
  { file: 'urql.ts', before: WITH_SOCKET, code: printed('**urql**') },
  {
    file: 'relay.ts',
    before: WITH_SOCKET,
    code: printed('**Relay**:'),
    after: `environment.getNetwork().execute(${REQUEST}, { after }, {}, null)
      .subscribe({ next: (result) => show((result as unknown as { data: { changes: Change } }).data.changes) });`,
  },
];

const PERSISTED: Recipe = {
  file: 'persisted.ts',
  before: `${BEFORE}\nimport { ApolloClient, gql, InMemoryCache } from '@apollo/client';`,
  code: printed('**By hash, without preparation**'),
  after: `const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const query = gql('query Printed { team { id } }');
    for (const _ of [1, 2]) console.log((await client.query<{ team: { id: string } }>({ query, fetchPolicy: 'network-only' })).data!.team.id);
    void [api, after, cursor, fetchQuery, FOLLOW, show, stopOrSignInAgain];`,
};

const FORMS: Recipe = {
  file: 'forms.ts',
  code: printed('To send typed values that you have read'),
  after:
    "console.log(JSON.stringify(asInput({ __typename: 'SendStep', send: { step: 'mail', template: 'Cart', subject: null } })));",
};

const OTHERS: Recipe[] = [
  {
    file: 'stream.py',
    before: 'import os\nAPI = os.environ["API"]',
    code: printed('**Python**'),
    after: 'for change in changes(os.environ["AFTER"]):\n    print(json.dumps(change), flush=True)',
  },
  { file: 'pages.sh', code: printed('**curl**') },
  { file: 'rows.sh', code: printed('To read all rows of a long list') },
];

/** The printed subscription, to a kind that the tests can cause at once. */
const FOLLOW = printed('So the document takes').replace(/kinds: \[[^\]]*\]/, 'kinds: [EVENT_RECORDED]');

/** Their socket is that of another recipe, which has a subscription too: they print each change twice. */
const BESIDE_SOCKET = ['apollo.ts', 'urql.ts', 'relay.ts'];

/** Programs that read changes for ever. */
const FOLLOWING = [...TYPESCRIPT.map(({ file }) => file), 'stream.py'];

let server: Server;
let written: Awaited<ReturnType<typeof writeRecipes>>;
beforeAll(async () => {
  server = await startServer();
  written = await writeRecipes([...TYPESCRIPT, PERSISTED, FORMS, ...OTHERS], server.url);
});
afterAll(() => written.close());
afterAll(endAll);

const has = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const CAN_RUN: Record<string, boolean> = {
  py: has(PYTHON, '-c', 'import requests'),
  sh: has('jq', '--version'),
};
const canRun = (file: string) => CAN_RUN[file.split('.').at(-1)!] ?? true;

const SETTINGS = { TOKEN, TIDINGS_TOKEN: TOKEN, FOLLOW };
const startHere = (file: string, env: Record<string, string> = {}) => {
  const settings = { ...SETTINGS, API: `${server.url}/api/v1`, ...env };
  const program = start(written.folder, file, settings);
  onTestFinished(program.stop);
  return program;
};
const see = async (name: string) => {
  expect((await server.rest('POST', '/events', { email: 'ada@example.com', name })).status).toBe(201);
};
const beginning = async (): Promise<string> => (await server.rest('GET', '/changes')).body.meta.cursor;

/** What `tsc --init` adds to `strict`. */
const STRICTEST = ['--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--verbatimModuleSyntax'];

test('the recipes of the API page compile in strict TypeScript, as in a new project', async () => {
  expect(await complaints(written.folder, ...STRICTEST)).toBe('');
});

test.each(FOLLOWING.filter(canRun))('the recipe in %s follows the changes after a cursor', async (file) => {
  const AFTER = await beginning();
  await see('before');
  const program = startHere(file, { AFTER });
  const times = BESIDE_SOCKET.includes(file) ? 2 : 1;
  const arrived = (count: number) => until(() => program.lines.length >= count || program.ended !== undefined, 60);
  await arrived(times);
  await see('meanwhile');
  await arrived(2 * times);
  const names = program.lines.map((line) => JSON.parse(line).data.event.name);
  const expected = ['before', 'meanwhile'].flatMap((name) => Array.from({ length: times }, () => name));
  expect([names, program.errors, program.ended]).toEqual([expected, '', undefined]);
});

/** Recipes that connect by themselves, each with requests of its own. */
const CONNECTING = ['fetch.ts', 'stream.py', 'graphql-ws.ts', 'graphql-sse.ts'].filter(canRun);

/** Answers 502 on a port, as a proxy without its server does, until so many different requests have come. */
async function badGateway(port: number, requests: number): Promise<void> {
  const seen = new Set<string>();
  const proxy = createServer(({ method, url }, response) => {
    seen.add(`${method} ${url}`);
    response.writeHead(502).end('Bad gateway');
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  await until(() => seen.size === requests, 60);
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
}

test('the recipes continue after a restart of the server behind a proxy', async () => {
  const env = { DATA_DIR: await newHome(), PORT: String(await freePort()) };
  const first = await startServer({ env });
  const { folder, close } = await writeRecipes([...TYPESCRIPT, ...OTHERS], first.url);
  onTestFinished(close);
  const record = (name: string) => first.rest('POST', '/events', { email: 'ada@example.com', name });
  const AFTER = (await first.rest('GET', '/changes')).body.meta.cursor;
  const programs = CONNECTING.map((file) => start(folder, file, { ...SETTINGS, API: `${first.url}/api/v1`, AFTER }));
  onTestFinished(() => programs.forEach(({ stop }) => void stop()));
  const have = (count: number) => () =>
    programs.every(({ lines, ended }) => lines.length === count || ended !== undefined);
  await record('before');
  await until(have(1), 60);
  await first.process.end();
  await badGateway(Number(env.PORT), CONNECTING.length);
  const second = await startServer({ env });
  await record('after');
  await until(have(2), 60);
  const names = programs.map(({ lines }) => lines.map((line) => JSON.parse(line).data.event.name));
  expect(names).toEqual(CONNECTING.map(() => ['before', 'after']));
  expect(programs.map(({ ended }) => ended)).toEqual(CONNECTING.map(() => undefined));
  await second.process.end();
}, 180_000);

test.each(CONNECTING)('the recipe in %s ends with an unknown token', async (file) => {
  const program = startHere(file, { TOKEN: 'tidings_unknown-token-of-nobody', AFTER: await beginning() });
  await until(() => program.ended !== undefined, 60);
  if (file.startsWith('graphql')) expect(program.lines).toEqual([expect.stringMatching(/^ended/)]);
  else expect([program.lines, program.errors]).toEqual([[], expect.stringMatching(/Unauthorized|Unauthenticated/)]);
});

test.each(['graphql-ws.ts', 'graphql-sse.ts'])(
  'the recipe in %s hears of a wrong cursor, and of the end of its access, once',
  async (file) => {
    const wrong = startHere(file, { AFTER: 'yesterday' });
    await until(() => wrong.lines.length > 0, 60);
    expect([wrong.lines, wrong.errors]).toEqual([[expect.stringMatching(/^ended \[.*BAD_USER_INPUT/)], '']);
    const { data } = (await server.rest('POST', '/tokens', { name: file, ability: 'read' })).body;
    const program = startHere(file, { TOKEN: data.token, AFTER: await beginning() });
    await see('before');
    await until(() => program.lines.length > 0 || program.ended !== undefined, 60);
    expect((await server.rest('DELETE', `/tokens/${data.id}`)).status).toBe(204);
    await until(() => program.lines.length > 1 || program.ended !== undefined, 60);
    expect(program.lines).toEqual([expect.any(String), expect.stringMatching(/^ended \[.*UNAUTHENTICATED/)]);
  },
);

test.runIf(CAN_RUN.sh)('the recipe with curl continues where it has stopped', async () => {
  const run = async () => {
    const program = startHere('pages.sh');
    await until(() => program.ended !== undefined, 30);
    expect([program.errors, program.ended]).toEqual(['', 0]);
    return program.lines.map((line) => JSON.parse(line).data.event.name);
  };
  expect(await run()).toEqual([]);
  await see('next');
  await until(async () => (await run()).includes('next'), 30);
  expect(await run()).toEqual([]);
});

test.runIf(CAN_RUN.sh)('the recipe for long lists reads each row once', async () => {
  const { body } = await server.rest('POST', '/lists', { name: 'Long', from_email: 'news@shop.example' });
  const emails = Array.from({ length: 150 }, (_, n) => `p${n}@example.com`);
  for (const half of [emails.slice(0, 75), emails.slice(75)]) {
    const subscribers = half.map((email) => ({ email }));
    await server.rest('POST', `/lists/${body.data.id}/subscribers/batch`, { subscribers });
  }
  const program = startHere('rows.sh', { LIST: body.data.id });
  await until(() => program.ended !== undefined, 30);
  expect(program.lines.sort()).toEqual(emails.sort());
});

test('the recipe for persisted queries asks by hash', async () => {
  const program = startHere('persisted.ts');
  await until(() => program.lines.length === 2 || program.ended, 60);
  expect([new Set(program.lines).size, program.errors]).toEqual([1, '']);
});

test('typed values are sent back without names of types and nulls', async () => {
  const program = startHere('forms.ts');
  await until(() => program.ended !== undefined, 30);
  expect(program.lines).toEqual(['{"send":{"step":"mail","template":"Cart"}}']);
});
