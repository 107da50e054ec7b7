import { type GraphQLSchema, isEnumType } from 'graphql';
import { operationOf, rootFieldOf } from '../document-parts.ts';
import type { Route } from '../route.ts';
import { wireName, wireValue } from '../wire.ts';
import type { JsonSchema } from './json-schema.ts';
import { templated } from './path-names.ts';

/** Values that are abbreviations in a sentence, too. */
const ABBREVIATIONS =
  /^(HTML|MJML|CSV|JSON|NDJSON|TEXT|TXT|SES|AND|OR|NOT|DKIM|SPF|DMARC|BIMI|BOM|RSS|SMTP|TLS|REST|PNG|JPEG|GIF|API)$/;

const STATUSES: Readonly<Record<string, number>> = {
  CONFLICT: 409,
  BAD_USER_INPUT: 422,
  NOT_FOUND: 404,
  FORBIDDEN: 403,
};

/** Sentences about the other interface: here, an error is the whole answer, and words are as they are. */
const ELSEWHERE = / ?(Null only beside an error|REST (?:and notifications )?writes? [A-Z_]+ as [a-z._]+)\./g;

/** The description of an input, which repeats that of its operation. */
const INPUT = /^The input of (`\w+`)\.(?:(?! Unknown keys are).)*/s;

/** Deprecated names, which say what to use. */
const SAME = /^The same as (`\w+`)\.$/;
const FORMER = /^The former name of (`\w+`)(?:, which wins beside it)?\.$/;

/** A GraphQL name in a sentence: `sendAt`, `NOT_OPENED`. */
const QUOTED = /`([A-Za-z_]+)`/g;
const SHOUTED = /\b[A-Z][A-Z_]{2,}\b/g;

/**
 * Turns descriptions of the GraphQL schema into descriptions for REST: names in their wire form, enumerations in lower case,
 * operations by their ids here.
 */
export function restWords(
  schema: GraphQLSchema,
  routes: readonly Route[],
  paths: Record<string, Record<string, JsonSchema>>,
): (text: string) => string {
  const operations = operationNames(routes, paths);
  const ids = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId)));
  const values = new Map(
    Object.values(schema.getTypeMap())
      .filter(isEnumType)
      .flatMap((type) => type.getValues().map((value) => [value.name, wireValue(value)])),
  );
  const quoted = (whole: string, name: string): string => {
    const value = values.get(name);
    if (value !== undefined) return `\`${value}\``;
    if (ids.has(name)) return whole;
    const operation = /[A-Z]/.test(name) ? operations.get(name) : undefined;
    if (operation) return `\`${operation}\``;
    return name === 'totalCount' ? '`meta.total`' : /^[a-z]+[A-Z]/.test(name) ? `\`${wireName(name)}\`` : whole;
  };
  const shouted = (word: string): string => (ABBREVIATIONS.test(word) ? word : (values.get(word) ?? word));
  return (text) =>
    text
      .replace(INPUT, 'The body of $1.')
      .replace(ELSEWHERE, '')
      .replace(/\b(F|f)ails with ([A-Z_]+)/g, (whole, letter, code) =>
        STATUSES[code] ? `${letter === 'F' ? 'R' : 'r'}eturns ${STATUSES[code]}` : whole,
      )
      .replace(SAME, 'Use $1, which means the same.')
      .replace(FORMER, 'Use $1 instead.')
      .replace('unknown id returns null', 'unknown id returns 404')
      .replace('its issues say why', 'its errors say why')
      .replace(QUOTED, quoted)
      .replace(/(`[^`]*`)|([^`]+)/g, (_, code: string, words: string) => code ?? words.replace(SHOUTED, shouted));
}

/** The ids of operations by the root fields of their documents. */
const operationNames = (
  routes: readonly Route[],
  paths: Record<string, Record<string, JsonSchema>>,
): ReadonlyMap<string, string> =>
  new Map(
    routes.map(({ document, method, path }) => {
      const operation = paths[templated(path)]?.[method.toLowerCase()];
      return [rootFieldOf(operationOf(document)).name.value, String(operation?.operationId)];
    }),
  );

/** Changes all descriptions inside. Examples stay as they are. */
export function reworded(part: unknown, words: (text: string) => string): unknown {
  if (Array.isArray(part)) return part.map((one) => reworded(one, words));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'example' || key === 'examples' || key === 'enum') return [key, value];
      return [key, key === 'description' && typeof value === 'string' ? words(value) : reworded(value, words)];
    }),
  );
}
