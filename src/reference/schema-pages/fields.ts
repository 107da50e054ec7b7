import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  isEnumType,
  print,
} from 'graphql';
import { fieldForm, formIn } from '../../rest/openapi/form.ts';
import { type Html, html } from '../../validation/html.ts';
import { codes, inLine, joined, prose } from '../prose.ts';
import type { Reference } from '../reference.ts';
import { boundsOf } from '../rest-pages/bounds.ts';
import type { Schema } from '../rest-pages/open-api.ts';
import { argumentAnchor } from './uses.ts';
import { writtenType } from './written-type.ts';

/** A field with its type, description, arguments and the REST operations with the same result. */
export function fieldEntry(reference: Reference, type: string, field: GraphQLField<unknown, unknown>): Html {
  const { name, description, deprecationReason, args } = field;
  const form = formIn(field);
  const inArguments = args.map((one) =>
    inputEntry(reference, argumentAnchor(name, one.name), one, fieldForm(form, one.name)),
  );
  return html`<dt id="${name}"><code>${name}: ${writtenType(field.type, reference.addresses)}</code></dt>
<dd>${prose(description)}${deprecation(deprecationReason)}${sameInRest(reference, type, name)}${
    args.length > 0 ? html`<dl>${inArguments}</dl>` : html``
  }</dd>`;
}

/** An argument or a field of an input, with its type, description, default and, by `form`, the rules that its values follow. */
export function inputEntry(
  reference: Reference,
  anchor: string,
  input: GraphQLArgument | GraphQLInputField,
  form?: Schema,
): Html {
  const { name, type, description, defaultValue, deprecationReason } = input;
  const usual = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  const bounds = [
    ...(form && !isEnumType(getNamedType(type)) ? [boundsOf(form)] : []),
    ...(usual ? [html`Default: ${codes([print(usual)])}.`] : []),
  ].filter(({ text }) => text);
  return html`<dt id="${anchor}"><code>${name}: ${writtenType(type, reference.addresses)}</code></dt>
<dd>${prose(description)}${deprecation(deprecationReason)}${
    bounds.length > 0 ? html`<p class="bounds">${joined(bounds, ' ')}</p>` : html``
  }</dd>`;
}

/** A value of an enumeration. */
export const valueEntry = ({ name, description, deprecationReason }: GraphQLEnumValue): Html =>
  html`<dt id="${name}"><code>${name}</code></dt>
<dd>${prose(description)}${deprecation(deprecationReason)}</dd>`;

const deprecation = (reason: string | null | undefined): Html =>
  reason ? html`<p><span class="mark">Deprecated.</span> ${inLine(reason)}</p>` : html``;

function sameInRest({ counterparts, addresses }: Reference, type: string, field: string): Html {
  const operations = counterparts.operationsOf({ type, field });
  if (operations.length === 0) return html``;
  const links = operations.map(({ tags: [tag], operationId, method, path }) =>
    addresses.operation(tag, operationId, `${method} ${path}`),
  );
  return html`<p class="bounds">In REST: ${joined(links, ', ')}</p>`;
}
