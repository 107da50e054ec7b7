import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { readable } from '../../support/reference-pages.ts';
import { callsOfCurl, requestOf } from '../../support/shell-words.ts';
import { withWholeParameters } from '../../support/whole-parameters.ts';

const SERVER = 'https://mail.shop.example/tidings';
const ID = '01a1fe1c-74fd-718b-9e41-478b8cb0f072';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: SERVER });
});
afterAll(() => api.close());

const examplesOn = async (path: string): Promise<string[]> => {
  const { payload } = await api.app.inject(path);
  return [...payload.matchAll(/<pre>(curl [^<]*)<\/pre>/g)].map(([, text]) => readable(text as string));
};

test('the first calls work when they are pasted', async () => {
  await makeList(api, { name: 'News' });
  const calls = callsOfCurl(await examplesOn('/reference'), { TOKEN: api.token }).map(requestOf);
  const answers = [];
  for (const { method, url, headers, body } of calls) {
    const path = url.href.replace(SERVER, '');
    answers.push((await api.app.inject({ method: method as 'GET', url: path, headers, payload: body })).json());
  }
  expect(answers).toEqual([
    expect.objectContaining({ data: [expect.objectContaining({ name: 'News' })] }),
    { data: { lists: { totalCount: 1, nodes: [expect.objectContaining({ name: 'News' })] } } },
  ]);
});

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }> };
}

test('the example of each REST operation calls it, with the body that the OpenAPI document shows', async () => {
  const { tags, paths } = withWholeParameters((await api.app.inject('/openapi.json')).json());
  const operations = Object.entries<Record<string, Operation & { tags: [string] }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const names = operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string));
  const variables = Object.fromEntries(names.map((name) => [name.toUpperCase(), ID]));
  let seen = 0;
  for (const { name: tag } of tags as { name: string }[]) {
    const here = operations.filter((operation) => operation.tags[0] === tag);
    const calls = callsOfCurl(await examplesOn(`/reference/rest/${tag}`), { TOKEN: 'secret', ...variables });
    expect([tag, calls.length]).toEqual([tag, here.length]);
    for (const [index, { operationId, path, method, parameters = [], requestBody }] of here.entries()) {
      seen += 1;
      const request = requestOf(calls[index] as string[]);
      const url = `${SERVER}/api/v1${path.replaceAll(/\{\w+\}/g, ID)}`;
      expect([operationId, request.method, request.url.href.split('?')[0]]).toEqual([operationId, method, url]);
      expect(request.headers.authorization).toBe('Bearer secret');
      const needed = parameters.filter((one) => one.in === 'query' && one.required && !requestBody);
      expect([operationId, [...request.url.searchParams.keys()]]).toEqual([
        operationId,
        needed.map(({ name }) => name),
      ]);
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      if (type === 'multipart/form-data') expect(request.file).toMatch(/^file=@[\w.]+$/);
      else if (content) {
        expect([operationId, request.headers['content-type']]).toEqual([operationId, type]);
        const shown = content.example ?? Object.values(content.examples ?? {})[0]?.value;
        expect([operationId, JSON.parse(request.body ?? '')]).toEqual([operationId, shown]);
      } else expect([operationId, request.body]).toEqual([operationId, undefined]);
    }
  }
  expect(seen).toBe(operations.length);
});
