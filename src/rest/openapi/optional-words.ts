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

/** A constant default from the words of a value, for its schema. */
export function defaultIn(
  description: unknown,
  { type, enum: own }: JsonSchema,
  choices = (own ?? []) as unknown[],
): object {
  const [, text] = DEFAULT.exec(typeof description === 'string' ? description : '') ?? [];
  if (text === undefined) return {};
  const choice = choices.find((one) => one === text.toLowerCase());
  if (choice !== undefined) return { default: choice };
  const types = [type].flat();
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return { default: text === 'true' };
  return (types.includes('integer') || types.includes('number')) && /^\d+$/.test(text) ? { default: Number(text) } : {};
}

type Components = Record<string, JsonSchema>;

/** The components whose absent keys take a default: bodies, and the parts of definitions and conditions. */
const IS_WRITTEN = /(Input|Form|Trigger|Step|Exit|Condition|Entry)$/;

/** The possible values of a property, also by reference. */
function choicesOf({ enum: choices, $ref, anyOf = [] }: JsonSchema, components: Components): unknown[] {
  if (Array.isArray(choices)) return choices;
  if (typeof $ref === 'string') return choicesOf(components[$ref.split('/').at(-1) as string] ?? {}, {});
  return (anyOf as JsonSchema[]).flatMap((one) => choicesOf(one, components));
}

/**
 * The components in terms of optional properties: descriptions come from a schema in which an absent value is null. Inputs get the
 * constant defaults that their descriptions name.
 */
export function inOptionalWords(part: unknown, components: Components, name = ''): unknown {
  if (Array.isArray(part)) return part.map((one) => inOptionalWords(one, components, name));
  if (!isObject(part)) return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'example' || key === 'examples' || key === 'enum'
        ? value
        : inOptionalWords(value, components, name || key),
    ]),
  );
  if (!isObject(inner.properties) || ![inner.type].flat().includes('object')) return inner;
  const required = (inner.required ?? []) as string[];
  const isNew = IS_WRITTEN.test(name) && !name.startsWith('Update');
  const properties = Object.entries(inner.properties as Record<string, JsonSchema>).map(([key, value]) => {
    const worded = ofOptional(value, required.includes(key));
    const whole =
      isNew && !('default' in worded)
        ? { ...worded, ...defaultIn(worded.description, worded, choicesOf(worded, components)) }
        : worded;
    const { description } = whole;
    return [key, description === undefined ? whole : { ...whole, description: withoutBounds(description, whole) }];
  });
  return { ...inner, properties: Object.fromEntries(properties) };
}
