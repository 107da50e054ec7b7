import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** A kind of type, as a heading and as the label of one type. */
export interface Kind {
  id: string;
  many: string;
  one: string;
  has(type: GraphQLNamedType): boolean;
}

const SCALARS: Kind = { id: 'scalars', many: 'Scalars', one: 'Scalar', has: () => true };

/** The kinds, in the order of the index. */
export const KINDS: readonly Kind[] = [
  { id: 'objects', many: 'Objects', one: 'Object', has: isObjectType },
  { id: 'inputs', many: 'Inputs', one: 'Input', has: isInputObjectType },
  { id: 'enumerations', many: 'Enumerations', one: 'Enumeration', has: isEnumType },
  { id: 'interfaces', many: 'Interfaces', one: 'Interface', has: isInterfaceType },
  { id: 'unions', many: 'Unions', one: 'Union', has: isUnionType },
  SCALARS,
];

export const kindOf = (type: GraphQLNamedType): Kind => KINDS.find(({ has }) => has(type)) ?? SCALARS;
