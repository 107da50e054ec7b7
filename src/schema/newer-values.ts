import { type GraphQLSchema, isEnumType } from 'graphql';
import { GROWS } from './enums.ts';

/**
 * Shows a value of a newer version as UNKNOWN in enumerations that grow. Otherwise an older process, which reads such a value
 * during an upgrade, would fail the whole field (docs/adr/0194). Changes and returns the given schema.
 */
export function withNewerValues(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || !type.extensions[GROWS]) continue;
    const known = new Set(type.getValues().map(({ value }) => value));
    const serialize = type.serialize.bind(type);
    type.serialize = (value) => (typeof value === 'string' && !known.has(value) ? 'UNKNOWN' : serialize(value));
  }
  return schema;
}
