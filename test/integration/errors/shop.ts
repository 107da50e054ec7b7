import { type Answer, type CallOptions, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';

/** A team with a list, a person, a template, and tokens of each kind. */
export interface Shop {
  api: TestApp;
  list: string;
  template: string;
  /** A token that may only send e-mails. */
  mailToken: string;
}

export async function openShop(): Promise<Shop> {
  const api = await openTestApp();
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ada@people.test' }, { email: 'bob@people.test' }]);
  const content = { name: 'Thanks', editor: 'html', subject: 'S', content: '<p>Hi</p>' };
  const template = (await api.rest('POST', '/templates', content)).body.data.id;
  const narrow = { name: 'Mailer', ability: 'write', scopes: ['mails:send'] };
  const mailToken = (await api.rest('POST', '/tokens', narrow)).body.data.token;
  return { api, list, template, mailToken };
}

/** A mistake that developers make, and what the answer must say about it. */
export interface Mistake {
  mistake: string;
  send: (shop: Shop) => Promise<Answer>;
  status: number;
  /** The name of the wrong part, the rule, and what to do instead. */
  says: readonly string[];
}

/** The headers in which answers explain themselves. */
const TEACHING = ['allow', 'retry-after', 'www-authenticate', 'x-error-codes', 'x-hint', 'x-ignored-keys'];

/** Everything that an answer says to a developer. */
export const wordsOf = ({ body, headers }: Answer): string =>
  [
    typeof body === 'string' ? body : textsIn(body).join('\n'),
    ...TEACHING.map((name) => headers[name] && `${name}: ${headers[name]}`),
  ]
    .filter(Boolean)
    .join('\n');

/** The keys and values of a body. */
function textsIn(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${name}${value}`];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, Array.isArray(value) ? name : `${key}: `));
}

const asAnswer = ({ statusCode, headers, payload }: Awaited<ReturnType<TestApp['app']['inject']>>): Answer => ({
  status: statusCode,
  headers: headers as Record<string, string>,
  body: /json/.test(String(headers['content-type'])) ? JSON.parse(payload) : payload,
});

/** A request with any body and content type. */
export async function raw(
  { api }: Shop,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  { payload, ...headers }: Record<string, string | undefined>,
): Promise<Answer> {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const authorization = `Bearer ${api.token}`;
  return asAnswer(
    await api.app.inject({ method, url, headers: { authorization, ...given }, ...(payload && { payload }) }),
  );
}

/** `rest('POST', '/lists', body)` as a mistake's request. `{list}` and `{template}` in a path are ids of the shop. */
export const rest =
  (method: string, path: string, body?: unknown, options?: CallOptions) =>
  ({ api, list, template }: Shop): Promise<Answer> =>
    api.rest(method, path.replace('{list}', list).replace('{template}', template), body, options);

/** A GraphQL document as a mistake's request. The variable `list` is the id of the shop's list. */
export const graphql =
  (query: string, variables: object = {}, options?: CallOptions) =>
  ({ api, list, template }: Shop): Promise<Answer> =>
    api.graphql(query.replace('{list}', list).replace('{template}', template), variables, options);
