import type { JsonSchema } from './json-schema.ts';
import { isObject } from './shapes.ts';
import { withoutBounds } from './without-bounds.ts';

const takesNull = ({ type, anyOf = [], $ref, ...rest }: JsonSchema): boolean =>
  [type].flat().includes('null') ||
  (anyOf as JsonSchema[]).some(takesNull) ||
  ($ref === undefined && type === undefined && (anyOf as JsonSchema[]).length === 0 && !('const' in rest));

/** Sentences that say when a value is null. */
const NULL = /\bNull(?=:| (?:after|as|before|beside|for|if|in|on|unless|until|when|while|with)\b)/g;
const SENTENCES = /(?<=\.) /;

const DEFAULT = /\bDefault: `?(\w+)`?\.(?= |$)/;

/** Words about an optional value that is never null. */
export const absentForNull = (description: string | null | undefined): string | null | undefined =>
  description?.replace(NULL, 'Absent');

const withoutNull = (description: string): string =>
  description
    .split(SENTENCES)
    .filter((sentence) => !/^Null\b/.test(sentence))
    .join(' ');

/** The words of a value that is never null: absent instead of null if it is optional, and neither if it is required. */
function ofOptional(value: JsonSchema, isRequired: boolean): JsonSchema {
  const { description } = value;
  if (typeof description !== 'string' || takesNull(value)) return value;
  const words = isRequired ? withoutNull(description) : absentForNull(description);
  return { ...value, description: words };
}

/** A constant default from the words of a parameter, for its schema. */
export function defaultIn(description: unknown, { type, enum: choices }: JsonSchema): object {
  const [, text] = DEFAULT.exec(typeof description === 'string' ? description : '') ?? [];
  if (text === undefined) return {};
  const choice = ((choices ?? []) as unknown[]).find((one) => one === text.toLowerCase());
  if (choice !== undefined) return { default: choice };
  const types = [type].flat();
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return { default: text === 'true' };
  return (types.includes('integer') || types.includes('number')) && /^\d+$/.test(text) ? { default: Number(text) } : {};
}

/**
 * A default in words instead of a keyword. openapi-typescript takes a property with a default for a required one, and no generator of
 * clients sends a default by itself (docs/adr/0208).
 */
function defaultInWords({ default: usual, ...value }: JsonSchema): JsonSchema {
  if (usual === undefined || /\bDefault: /.test(String(value.description))) return value;
  return { ...value, description: [value.description, `Default: ${JSON.stringify(usual)}.`].filter(Boolean).join(' ') };
}

/**
 * The components in terms of optional properties: descriptions come from a schema in which an absent value is null. Defaults are in
 * words.
 */
export function inOptionalWords(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inOptionalWords);
  if (!isObject(part)) return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'example' || key === 'examples' || key === 'enum' ? value : inOptionalWords(value),
    ]),
  );
  if (!isObject(inner.properties) || ![inner.type].flat().includes('object')) return inner;
  const required = (inner.required ?? []) as string[];
  const properties = Object.entries(inner.properties as Record<string, JsonSchema>).map(([key, value]) => {
    const whole = defaultInWords(ofOptional(value, required.includes(key)));
    const { description } = whole;
    return [key, description === undefined ? whole : { ...whole, description: withoutBounds(description, whole) }];
  });
  return { ...inner, properties: Object.fromEntries(properties) };
}
