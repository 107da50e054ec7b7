import { type GraphQLType, isListType, isNonNullType } from 'graphql';
import { type Html, html } from '../../validation/html.ts';
import type { Addresses } from '../addresses.ts';

/** A type as the schema writes it, such as `[Tag!]!`, with a link to its page. */
export function writtenType(type: GraphQLType, addresses: Addresses): Html {
  if (isNonNullType(type)) return html`${writtenType(type.ofType, addresses)}!`;
  if (isListType(type)) return html`[${writtenType(type.ofType, addresses)}]`;
  return addresses.type(type.name);
}
