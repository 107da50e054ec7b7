import {
  type GraphQLNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { fieldForm, formIn } from '../../rest/openapi/form.ts';
import { type Html, html } from '../../validation/html.ts';
import type { Page } from '../page.ts';
import { prose } from '../prose.ts';
import type { Reference } from '../reference.ts';
import { fieldEntry, inputEntry, valueEntry } from './fields.ts';
import { kindOf } from './kinds.ts';

/** A type of the schema. Undefined for an unknown name, and for types of introspection. */
export function typePage(reference: Reference, name: string): Page | undefined {
  const { schema, addresses } = reference;
  const type = Object.values(schema.getTypeMap()).find((one) => one.name === name && !name.startsWith('__'));
  if (!type) return undefined;
  return {
    title: name,
    above: [addresses.index(), addresses.part('types', 'GraphQL')],
    body: html`<p class="type">${kindOf(type).one}</p>
${prose(type.description)}
${membersOf(reference, type)}
${relatives(reference, type)}
${usedBy(reference, type)}`,
  };
}

function membersOf(reference: Reference, type: GraphQLNamedType): Html {
  if (isEnumType(type)) return section('all-values', 'Values', type.getValues().map(valueEntry));
  if (isInputObjectType(type)) {
    const form = formIn(type);
    const fields = Object.values(type.getFields()).map((field) =>
      inputEntry(reference, field.name, field, fieldForm(form, field.name)),
    );
    const note = type.isOneOf ? html`<p>Give exactly one of these fields.</p>` : html``;
    return section('all-fields', 'Fields', fields, note);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return html``;
  const fields = Object.values(type.getFields()).map((field) => fieldEntry(reference, type.name, field));
  return section('all-fields', 'Fields', fields);
}

/** Members have their names as ids. Names have no hyphen, so the ids of headings have one. */
const section = (id: string, title: string, entries: readonly Html[], note: Html = html``): Html =>
  html`<h2 id="${id}">${title}</h2>${note}<dl>${entries}</dl>`;

/** The interfaces of a type, and the types of an interface or union. */
function relatives({ schema, addresses }: Reference, type: GraphQLNamedType): Html {
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  const unions = isObjectType(type)
    ? Object.values(schema.getTypeMap()).filter(
        (one) => isAbstractType(one) && !isInterfaceType(one) && schema.isSubType(one, type),
      )
    : [];
  const part = (title: string, types: readonly GraphQLNamedType[]) =>
    types.length === 0 ? html`` : html`<h2>${title}</h2>${names(types.map(({ name }) => addresses.type(name)))}`;
  return html`${part('Implements', interfaces)}${part('Member of', unions)}${part('Possible types', possible)}`;
}

function usedBy({ uses, addresses }: Reference, type: GraphQLNamedType): Html {
  if (isSpecifiedScalarType(type)) return html`<p>A type of GraphQL itself, used throughout the schema.</p>`;
  const places = uses.get(type.name) ?? [];
  if (places.length === 0) return html``;
  return html`<h2 id="used-by">Used by</h2>
${names(places.map((use) => addresses.member(use.type, use.anchor, use.text)))}`;
}

const names = (links: readonly Html[]): Html =>
  html`<ul class="names">${links.map((link) => html`<li>${link}</li>`)}</ul>`;
