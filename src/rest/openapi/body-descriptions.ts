import type { JsonSchema } from './json-schema.ts';

const nameIn = ($ref: unknown): string => String($ref).split('/').at(-1) as string;

/** What the data of a body is. */
function contentsOf(data: JsonSchema | undefined): string | undefined {
  if (!data) return undefined;
  const { $ref, items, anyOf = [] } = data as { $ref?: string; items?: { $ref?: string }; anyOf?: { $ref?: string }[] };
  const one = $ref ?? anyOf.find((choice) => choice.$ref)?.$ref;
  if (one) return `\`${nameIn(one)}\``;
  return items?.$ref && `a list of \`${nameIn(items.$ref)}\``;
}

const lowerFirst = (name: string): string => name.replace(/^./, (letter) => letter.toLowerCase());

/** What a component is that is the whole of a body or the meta of one, by its name and data. */
export function bodyWords(name: string, schema: JsonSchema): string | undefined {
  const [, operation, kind] = /^(\w+?)(Page|Response|Meta|Form)$/.exec(name) ?? [];
  if (!kind || !operation) return undefined;
  if (kind === 'Meta') return 'What a response says beside its data.';
  if (kind === 'Form') return `The form of \`${lowerFirst(operation)}\`, with the file as its last part.`;
  const contents = contentsOf((schema.properties as Record<string, JsonSchema> | undefined)?.data);
  if (kind === 'Page') return `A page of ${contents?.replace('a list of ', '') ?? 'rows'}.`;
  return contents ? `A response with ${contents}.` : 'A response.';
}

/** What the keys of bodies are, unless the component that they refer to says it. */
export const BODY_KEYS: Readonly<Record<string, string>> = {
  data: 'The rows, or what was requested.',
  failed: 'The number of rows that failed.',
  links: 'The addresses of other pages.',
  meta: 'What the response says beside its data.',
};
