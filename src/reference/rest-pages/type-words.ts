import { type Html, html } from '../../validation/html.ts';
import { joined } from '../prose.ts';
import { alternativesOf } from './bounds.ts';
import { nameIn, type Schema } from './open-api.ts';

/** The type of a value in words, with links to the objects below: "array of Subscriber or null". */
export function typeWords(schema: Schema): Html {
  if (schema.$ref) return objectLink(nameIn(schema.$ref));
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return joined(alternatives.map(typeWords), ' or ');
  if (schema.allOf) return html`object`;
  const types = [schema.type ?? typeOfValue(schema)].flat();
  return joined(
    types.map((type) => typeWord(type, schema)),
    ' or ',
  );
}

/** A link to an object that is described at the end of the page. */
export const objectLink = (name: string): Html => html`<a href="#${objectId(name)}">${name}</a>`;

/** The id of an object on its page. Operation ids have no hyphen. */
export const objectId = (name: string): string => `object-${name}`;

const typeOfValue = ({ enum: choices, const: only }: Schema): string =>
  choices || only !== undefined ? typeof (choices?.[0] ?? only) : 'any JSON';

function typeWord(type: string, schema: Schema): Html {
  const { format, items, additionalProperties } = schema;
  if (type === 'array' && items) return html`array of ${typeWords(items)}`;
  if (type === 'object' && typeof additionalProperties === 'object') {
    return html`object of ${typeWords(additionalProperties)}`;
  }
  return type === 'string' && format ? html`string (${format})` : html`${type}`;
}
