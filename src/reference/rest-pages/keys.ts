import { type Html, html } from '../../validation/html.ts';
import { prose } from '../prose.ts';
import { alternativesOf, boundsOf } from './bounds.ts';
import { nameIn, type Schema } from './open-api.ts';
import { objectLink, typeWords } from './type-words.ts';

/** Which keys are marked: the required ones of a request, the optional ones of a response. */
export type Side = 'request' | 'response';

/** The keys of an object, with those of the objects in it. Keys that refer to a named object link to it. */
export function keysOf(schema: Schema, side: Side): Html {
  const { properties = {}, required = [] } = schema;
  const entries = Object.entries(properties);
  if (entries.length === 0) return html``;
  return html`<dl>${entries.map(([name, value]) => {
    const isRequired = required.includes(name);
    return entry(name, value, markOf(side, isRequired), nested(value, side));
  })}</dl>`;
}

/** One value with its name, type, mark, description, bounds and nested keys. */
export function entry(name: string, schema: Schema, mark: string, more: Html, description?: string): Html {
  const bounds = boundsOf(schema);
  const marks = [mark, schema.deprecated ? 'deprecated' : ''].filter(Boolean);
  return html`<dt><code>${name}</code> <span class="type">${typeWords(schema)}</span>${marks.map(
    (text) => html` <span class="mark">${text}</span>`,
  )}</dt>
<dd>${prose(description ?? schema.description ?? descriptionWithin(schema))}${
    bounds.text ? html`<p class="bounds">${bounds}</p>` : html``
  }${more}</dd>`;
}

/** What a body or a response is: its keys, or its alternatives, or a named object. `keysOf` shows plain objects. */
export function contentsOf(schema: Schema, side: Side, lookUp: (name: string) => Schema | undefined): Html {
  if (schema.$ref) {
    const name = nameIn(schema.$ref);
    const target = lookUp(name);
    return target ? contentsOf(target, side, lookUp) : objectLink(name);
  }
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    return html`<p>One of these:</p><ul>${alternatives.map(
      (one) => html`<li>${typeWords(one)}${one.$ref ? html`` : keysOf(one, side)}</li>`,
    )}</ul>`;
  }
  if (schema.allOf) {
    const [first, ...others] = schema.allOf;
    return html`<p>The keys of ${typeWords(first as Schema)}, and:</p>${others.map((one) => keysOf(one, side))}`;
  }
  if (schema.properties) return keysOf(schema, side);
  return html`<p class="type">${typeWords(schema)}</p>`;
}

function nested(schema: Schema, side: Side): Html {
  const inner = schema.items ?? (typeof schema.additionalProperties === 'object' && schema.additionalProperties);
  if (inner) return nested(inner, side);
  if (schema.allOf) return html`${schema.allOf.map((one) => (one.$ref ? html`` : keysOf(one, side)))}`;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return html`${alternatives.map((one) => nested(one, side))}`;
  return schema.properties ? keysOf(schema, side) : html``;
}

const descriptionWithin = (schema: Schema): string | undefined =>
  alternativesOf(schema).find(({ description }) => description)?.description;

const markOf = (side: Side, isRequired: boolean): string => {
  if (side === 'request') return isRequired ? 'required' : '';
  return isRequired ? '' : 'optional';
};
