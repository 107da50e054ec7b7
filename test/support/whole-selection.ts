import {
  type GraphQLCompositeType,
  type GraphQLField,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import type { NormalizationSelection } from 'relay-runtime';
import { schema } from '../../src/schema/index.ts';

/** A selection as text, and as the Relay compiler would hand it to the runtime. */
export interface Selection {
  text: string;
  nodes: NormalizationSelection[];
}

/** How far below a field its objects are selected. The fields of a connection lie at its own level. */
const DEPTH = 1;

/** Every field without required arguments of a type, and of the objects below it. The fields of all nodes in one selection would conflict. */
export function wholeSelection(type: GraphQLCompositeType, depth = DEPTH): Selection {
  if (type.name === 'Node') return { text: '__typename id', nodes: [leaf('__typename'), leaf('id')] };
  const parts = isAbstractType(type)
    ? schema.getPossibleTypes(type).map((one) => narrowed(one.name, wholeSelection(one, depth)))
    : Object.values(type.getFields()).flatMap((field) => selectionOf(field, depth));
  return joined([{ text: '__typename', nodes: [leaf('__typename')] }, ...parts]);
}

/** A field with the selection of its objects. `given`: its arguments, as text. Nothing if it lies too deep. */
export function selectionOf(field: GraphQLField<unknown, unknown>, depth: number, given?: string): Selection[] {
  const type = getNamedType(field.type);
  if (given === undefined && field.args.some(isRequiredArgument)) return [];
  const call = given ? `${field.name}(${given})` : field.name;
  if (!isCompositeType(type)) return [{ text: call, nodes: [leaf(field.name)] }];
  const isPage = !isUnionType(type) && 'pageInfo' in type.getFields();
  if (isPage) return [linked(field, call, joined(rowsOf(type, depth)))];
  return depth < 0 ? [] : [linked(field, call, wholeSelection(type, depth - 1))];
}

/** The rows of a connection. Its edges would select each of them twice. */
const rowsOf = (type: GraphQLCompositeType, depth: number): Selection[] =>
  isUnionType(type) ? [] : selectionOf(type.getFields().nodes!, depth);

export const joined = (parts: readonly Selection[]): Selection => ({
  text: parts.length > 0 ? parts.map(({ text }) => text).join(' ') : '__typename',
  nodes: parts.flatMap(({ nodes }) => nodes),
});

const leaf = (name: string): NormalizationSelection => ({ kind: 'ScalarField', name });

const narrowed = (type: string, { text, nodes }: Selection): Selection => ({
  text: `... on ${type} { ${text} }`,
  nodes: [{ kind: 'InlineFragment', type, selections: nodes }],
});

function linked({ name, type }: GraphQLField<unknown, unknown>, call: string, { text, nodes }: Selection): Selection {
  const named = getNamedType(type);
  const plural = isListType(getNullableType(type));
  const concreteType = isAbstractType(named) ? undefined : named.name;
  const node = { kind: 'LinkedField', name, plural, selections: nodes, ...(concreteType && { concreteType }) } as const;
  return { text: `${call} { ${text} }`, nodes: [node] };
}
