import type { ExampleCall } from './example-calls.ts';

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'GraphQL'] as const;
export type SnippetLanguage = (typeof LANGUAGES)[number];

/** An example call as text for a shell or a program. `api`: the address of the REST API. */
export function snippetOf(language: SnippetLanguage, call: ExampleCall, api: string, token: string): string {
  return WRITERS[language](call, `${api}${call.path}`, token);
}

type Writer = (call: ExampleCall, url: string, token: string) => string;

const WRITERS: Readonly<Record<SnippetLanguage, Writer>> = {
  curl: ({ body }, url, token) =>
    [
      `curl ${inShell(url)}`,
      `-H ${inShell(`Authorization: Bearer ${token}`)}`,
      ...(body ? [`-H 'Content-Type: application/json'`, `-d ${inShell(JSON.stringify(body))}`] : []),
    ].join(' \\\n  '),

  // Node 20, Bun, Deno and browsers.
  TypeScript: ({ method, body }, url, token) => `const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: {
    Authorization: ${JSON.stringify(`Bearer ${token}`)},
    'Content-Type': 'application/json',
  },${body ? `\n  body: JSON.stringify(${indented(body)}),` : ''}
});
console.log(response.status, await response.json());`,

  // JSON without true, false and null is Python.
  Python: ({ method, body }, url, token) => `import requests

response = requests.${method.toLowerCase()}(
    ${JSON.stringify(url)},
    headers={"Authorization": ${JSON.stringify(`Bearer ${token}`)}},${body ? `\n    json=${JSON.stringify(body)},` : ''}
)
print(response.status_code, response.json())`,

  GraphQL: ({ graphql: { kind, field, input, selection } }) =>
    `${kind} {\n  ${field}${input ? `(input: ${literal(input)})` : ''} ${selection}\n}`,
};

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const indented = (body: object): string => JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');

/** A value as a GraphQL literal: JSON with bare keys. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${literal(inner)}`)
    .join(', ')} }`;
}
