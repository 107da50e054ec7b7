import { expect, test } from 'vitest';
import { operationOf, rootFieldOf } from '../../src/rest/document-parts.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { SUMMARISED } from '../../src/rest/openapi/operation-summary.ts';
import { templated } from '../../src/rest/openapi/path-names.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';
import { withWholeParameters } from '../support/whole-parameters.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string; anyOf?: object[] } }> };
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, { schema: { $ref?: string; oneOf?: object[] } }> }
  >;
}

const description = withWholeParameters(openApiDocument(schema, routes));
const { schemas } = description.components as { schemas: Record<string, object> };
const paths = description.paths as Record<string, Record<string, Operation>>;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

test('the server has an absolute address: the one of the installation, or an example', () => {
  expect(description.servers).toEqual([expect.objectContaining({ url: 'https://mail.shop.example/api/v1' })]);
  const own = openApiDocument(schema, routes, 'https://news.people.test/mail');
  expect(own.servers).toEqual([expect.objectContaining({ url: 'https://news.people.test/mail/api/v1' })]);
});

test('an operation is named by a verb and a noun', () => {
  const odd = operations.map(({ operationId }) => operationId).filter((name) => !/^[a-z]+([A-Z][a-z]*)+$/.test(name));
  expect(odd).toEqual([]);
  const reads = Object.values(paths).flatMap(({ get }) => (get ? [get.operationId] : []));
  const others = reads.filter((name) => !/^(get|list|find|export|download|preview|explain|check)[A-Z]/.test(name));
  expect(others).toEqual([]);
});

test('the summary of an operation is a verb and a noun with its article, in usual spelling', () => {
  const all = operations.map(({ summary }) => summary);
  expect(all.filter((one) => !/^[A-Z][a-z]+ (.*[a-z])$/.test(one) && !/[a-z] [A-Z]+s?$/.test(one))).toEqual([]);
  expect(all.filter((one) => /\b(api|dkim|(?<!-)mails?|ready made|sign ups)\b/.test(one))).toEqual([]);
  expect(
    all.filter((one) =>
      /^(Get|Create|Update|Delete|Duplicate|Pause) (?!an? |the |up to |suppressions )| an? all /.test(one),
    ),
  ).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('Create an API token');
});

test('every summary with words of its own belongs to an operation', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(SUMMARISED.filter((one) => !ids.includes(one))).toEqual([]);
});

/** Uploads and downloads, whose two steps or formats have other names in GraphQL. */
const OF_FILES = new Set([
  'importSubscribers',
  'downloadImportFailedRows',
  'downloadSubscribers',
  'exportCampaignRecipients',
  'uploadMedia',
]);

/** REST has conversions and orders in its paths, where GraphQL has sales. */
const OF_SALES = new Set(['recordConversion', 'updateConversion', 'updateOrder', 'refundConversion', 'refundOrder']);

test('an operation that changes something has the name of its mutation', () => {
  const differing = routes.flatMap(({ method, path, document }) => {
    const operation = operationOf(document);
    const { operationId } = paths[templated(path)]![method.toLowerCase()]!;
    const { value } = rootFieldOf(operation).name;
    const isOther = OF_FILES.has(operationId) || OF_SALES.has(operationId);
    return operation.operation === 'query' || isOther || operationId === value ? [] : [`${operationId} is ${value}`];
  });
  // An operation with two bodies has the name of the usual one.
  expect(differing).toEqual(['recordEvent is recordEvents', 'createAutomation is createReadyMadeAutomation']);
});

test('an operation lists if its answer is a list', () => {
  const bodyOf = ({ responses }: Operation) => responses[200]?.content?.['application/json']?.schema.$ref ?? '';
  const isList = (one: Operation) =>
    /(Page|ListResponse)$/.test(bodyOf(one)) && !/MailingListResponse$/.test(bodyOf(one));
  const odd = Object.values(paths)
    .flatMap(({ get }) => (get ? [get] : []))
    .filter((one) => bodyOf(one) !== '' && isList(one) !== /^list[A-Z]/.test(one.operationId));
  expect(odd.map(({ operationId }) => operationId)).toEqual(['findPeople', 'listChanges']);
});

test('a DELETE deletes, or says what it does instead', () => {
  const names = Object.values(paths).flatMap((methods) => (methods.delete ? [methods.delete.operationId] : []));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !/^(delete|remove|revoke|cancel|end|withdraw)[A-Z]/.test(name))).toEqual([]);
});

test('a PUT or PATCH updates, or says what it sets', () => {
  const names = Object.values(paths).flatMap(({ put, patch }) => [put, patch].flatMap((one) => one?.operationId ?? []));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !/^(update|rename|set)[A-Z]/.test(name))).toEqual([]);
});

const RESERVED =
  /^(as|async|await|break|case|catch|class|const|continue|def|default|del|delete|do|elif|else|enum|except|export|false|finally|for|from|function|global|if|implements|import|in|instanceof|interface|is|lambda|let|new|nil|none|null|package|pass|private|protected|public|raise|return|self|static|super|switch|this|throw|true|try|type|typeof|var|void|while|with|yield)$/;

test('no path parameter is a reserved word', () => {
  const names = operations.flatMap(({ parameters }) => parameters.filter((one) => one.in === 'path'));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter(({ name }) => RESERVED.test(name))).toEqual([]);
});

/** Global names of browsers that an API may want to use. */
const IN_BROWSERS =
  /^(Account|Animation|Attr|Audio|Cache|Comment|Credential|Document|Element|Event|File|FormData|Headers|History|Image|Location|Lock|Navigator|Node|Notification|Option|Plugin|Range|Report|Request|Response|Screen|Selection|Text|Touch|Window|Worker)$/;

test('no component shadows a global name', () => {
  const ambiguous = ['Message', 'Change', 'Reported', 'Reaction', 'Subscription'];
  const shadowing = Object.keys(schemas).filter(
    (name) => name in globalThis || IN_BROWSERS.test(name) || ambiguous.includes(name),
  );
  expect(shadowing).toEqual([]);
});

test('every JSON body has a name', () => {
  const inline = operations.flatMap(({ operationId, requestBody, responses }) => {
    const bodies = [requestBody, ...Object.values(responses)].map(
      (one) => (one as typeof requestBody)?.content?.['application/json'],
    );
    return bodies.some((body) => body && !body.schema.$ref && !('anyOf' in body.schema) && !('oneOf' in body.schema))
      ? [operationId]
      : [];
  });
  expect(inline).toEqual([]);
});

test('answers to one event and to several can be told apart', () => {
  const { 200: found } = operations.find(({ operationId }) => operationId === 'recordEvent')!.responses;
  const { oneOf } = found!.content!['application/json']!.schema as { oneOf: { $ref: string }[] };
  const shown = oneOf.map(({ $ref }) => schemas[$ref.split('/').at(-1)!] as { required: string[] });
  expect(shown.map(({ required }) => required.includes('failed'))).toEqual([true, false]);
});

test('a file can be sent in a form, which comes first', () => {
  const upload = operations.find(({ operationId }) => operationId === 'importSubscribers');
  expect(Object.keys(upload?.requestBody?.content ?? {})[0]).toBe('multipart/form-data');
});

test('a file that is the whole body has the media type of the body', () => {
  const files = operations.flatMap(({ requestBody }) =>
    Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema: file }]) => {
      const { contentMediaType } = file as { contentMediaType?: string };
      return contentMediaType ? [[type, contentMediaType]] : [];
    }),
  );
  expect(files.length).toBeGreaterThan(4);
  for (const [type, described] of files) expect(described).toBe(type);
});

test('no integer has the bounds of every integer', () => {
  expect(JSON.stringify(description)).not.toContain(String(Number.MIN_SAFE_INTEGER));
});
