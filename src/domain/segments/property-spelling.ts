import { PROPERTY_PREFIX, problemOf } from './property-path.ts';

/** The event's own fields that a name may refer to, regardless of case. */
const OWN: ReadonlySet<string> = new Set(['value', 'currency']);

/** The event's name in other languages: Liquid has `event.value`. */
const EVENT = /^(?:event|trigger_?event)\.(?=.)/i;
/** JSONPath's symbol for the event. */
const ROOT = /^[$@](?:\.|$)/;
/** `items[0]`, `items[]`, `items[*]`, `items['sku']` and anything else in brackets. */
const BRACKETS = /\.?\[\s*(['"]?)([^[\]]*?)\1\s*\]/g;
const SIGNS = /[[\]]|\{\{|\}\}|\?\.|->|^\/|\/(?:\d+|\*)(?:\/|$)/;
/** Parts that stand for all members of a list, or for indexes from its end. */
const ALL = /^[*#]$/;
const FROM_THE_END = /^-\d+$/;

/**
 * Why a property name in another language's notation is refused, or undefined. Taken literally it would find nothing, and a
 * negative operator would match everybody. After `properties.` any character is part of the name. Stored conditions are not
 * checked.
 */
export function misspelling(name: string): string | undefined {
  if (name.startsWith(PROPERTY_PREFIX)) return undefined;
  const literal = `For a property with this name, write ${PROPERTY_PREFIX}${name}.`;
  const own = name.toLowerCase();
  if (OWN.has(own)) return OWN.has(name) ? undefined : `must be in lower case. Did you mean ${own}? ${literal}`;
  const kind = kindOf(name);
  if (!kind) return undefined;
  const meant = meantBy(name);
  return `${kind}${meant === undefined ? '' : ` Write ${meant}.`} ${literal}`;
}

function kindOf(name: string): string | undefined {
  const [first = '', ...others] = name.split('.');
  if (EVENT.test(name)) return `must not begin with ${first}. Every property belongs to the event.`;
  if (name.toLowerCase().startsWith(PROPERTY_PREFIX)) return `must begin with ${PROPERTY_PREFIX} in lower case.`;
  if (ROOT.test(name)) return `must not begin with ${first}.`;
  if (others.some((part) => FROM_THE_END.test(part))) return 'must count list positions from 0.';
  if (SIGNS.test(name) || [first, ...others].some((part) => others.length > 0 && ALL.test(part))) {
    return 'must have a dot between names, without brackets or other symbols.';
  }
  return undefined;
}

/** The correct notation of a name, if it can be derived. */
function meantBy(name: string): string | undefined {
  const plain = name
    .replace(/^\{\{\s*|\s*\}\}$/g, '')
    .replace(/\?\./g, '.')
    .replace(/\s*->>?\s*/g, '.')
    .replace(BRACKETS, (_, _quote, inside: string) => (inside === '' || ALL.test(inside) ? '' : `.${inside}`))
    .replaceAll(/(?<=\.)(['"])([^'".]+)\1/g, '$2');
  const parts = (SIGNS.test(plain) ? plain.replaceAll('/', '.') : plain).split('.').filter((part) => !ALL.test(part));
  const path = withoutRoot(parts.filter((part, index) => part !== '' || index > 0).join('.'));
  const isClear = !/[[\]{}()?:'"\s]|^$/.test(path) && !path.split('.').some((part) => FROM_THE_END.test(part));
  return isClear && problemOf(path) === undefined && misspelling(path) === undefined ? path : undefined;
}

function withoutRoot(path: string): string {
  const rest = path.replace(ROOT, '').replace(EVENT, '');
  const inside = rest.toLowerCase().startsWith(PROPERTY_PREFIX) ? rest.slice(PROPERTY_PREFIX.length) : rest;
  if (!OWN.has(inside.toLowerCase())) return inside;
  return rest === inside ? inside.toLowerCase() : `${PROPERTY_PREFIX}${inside}`;
}
