import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** How long a deprecated name works, and its replacement. Days such as 2026-01-31, in UTC. */
export interface Deprecation {
  since: string;
  /** The first day on which it may be gone. */
  sunset: string;
  /** The name to use. */
  instead: string;
}

const AUTO_PAUSE: Deprecation = { since: '2026-11-29', sunset: '2027-12-01', instead: 'autoPause' };

/** The deprecated fields of types and inputs. docs/versioning.md says how long they stay. */
export const DEPRECATED: Readonly<Record<string, Deprecation>> = {
  'Team.brake': AUTO_PAUSE,
  'UpdateTeamInput.brake': AUTO_PAUSE,
};

/** Marks the deprecated fields. REST and OpenAPI read `extensions.deprecation`. Changes and returns the given schema. */
export function withDeprecations(schema: GraphQLSchema): GraphQLSchema {
  for (const [coordinate, deprecation] of Object.entries(DEPRECATED)) {
    const [owner = '', name = ''] = coordinate.split('.');
    const type = schema.getType(owner);
    const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
    const field = hasFields ? type.getFields()[name] : undefined;
    if (!field) throw new Error(`${coordinate} is deprecated, but not in the schema.`);
    const { since, sunset, instead } = deprecation;
    field.deprecationReason = `Use \`${instead}\`. Deprecated since ${since}; works at least until ${sunset}.`;
    field.extensions = { ...field.extensions, deprecation };
  }
  return schema;
}
