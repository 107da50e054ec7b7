import type { PlacedOperation } from '../reference.ts';
import type { Content, Parameter, Schema } from './open-api.ts';

/**
 * A call of an operation for a shell in which TOKEN and the ids of the path are set, with the example of the document as its
 * body. `server`: the URL of the API.
 */
export function curlOf({ method, path, parameters = [], requestBody }: PlacedOperation, server: string): string {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const query = parameters.filter((one) => one.in === 'query' && one.required && type === undefined);
  const address = `${server}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}`;
  const isUsual = method === (type === undefined ? 'GET' : 'POST');
  const words = [
    `curl${isUsual ? '' : ` -X ${method}`} "${address}${queryOf(query)}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(type && content ? bodyOf(type, content, requestBody?.content ?? {}) : []),
  ];
  return words.join(' \\\n  ');
}

/** Text for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The example of a body or response in the document, as JSON in lines. Undefined without one. */
export function exampleOf({ example, examples }: Content): string | undefined {
  const shown = example ?? Object.values(examples ?? {})[0]?.value;
  if (shown === undefined) return undefined;
  return typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2);
}

function bodyOf(type: string, content: Content, all: Record<string, Content>): string[] {
  if (type === 'multipart/form-data') return [`-F file=@${'image/png' in all ? 'logo.png' : 'subscribers.csv'}`];
  return [`-H "Content-Type: ${type}"`, `-d ${quoted(exampleOf(content) ?? '{}')}`];
}

const queryOf = (parameters: readonly Parameter[]): string => {
  const pairs = parameters.map(({ name, schema }) => `${name}=${encodeURIComponent(sampleOf(name, schema))}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

/** A value for a required parameter. */
function sampleOf(name: string, { enum: choices, format }: Schema): string {
  if (choices) return String(choices[0]);
  if (format === 'idn-email') return 'ada@example.com';
  if (format === 'date-time') return '2026-01-31T12:00:00Z';
  return format === 'uuid'
    ? '01a1fe1c-74fd-718b-9e41-478b8cb0f072'
    : ({ search: 'ada', name: 'order' }[name] ?? 'text');
}
