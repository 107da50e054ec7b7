import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLSchema, getNamedType, isInputObjectType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { variablesIn } from './document-parts.ts';
import { inputTypeOf } from './openapi/written-input.ts';
import type { Route } from './route.ts';
import { isSpecifiedName } from './specified.ts';
import { wireName } from './wire.ts';

/** How long a deprecated key works, in days such as 2026-01-31 (src/schema/deprecations.ts). */
export interface Deprecation {
  since: string;
  sunset: string;
}

const deprecationOf = ({ extensions }: { extensions: object }): Deprecation | undefined =>
  (extensions as { deprecation?: Deprecation }).deprecation;

/** The deprecated keys of a route's body or query, by wire name. */
export function deprecatedKeys(schema: GraphQLSchema, route: Route): ReadonlyMap<string, Deprecation> {
  const inputs = variablesIn(route.document).map(({ type }) => getNamedType(inputTypeOf(schema, type)));
  const found = inputs.filter(isInputObjectType).flatMap((type) =>
    Object.values(type.getFields()).flatMap((field): [string, Deprecation][] => {
      const deprecation = deprecationOf(field);
      return deprecation ? [[wireName(field.name), deprecation]] : [];
    }),
  );
  return new Map([...found, ...deprecatedArguments(schema, route)]);
}

/** The deprecated arguments that variables fill, by the names of the variables. */
function deprecatedArguments(schema: GraphQLSchema, route: Route): [string, Deprecation][] {
  const found: [string, Deprecation][] = [];
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    Argument({ value }) {
      const argument = types.getArgument();
      const deprecation = argument && deprecationOf(argument);
      if (value.kind !== Kind.VARIABLE || !deprecation) return;
      const name = wireName(value.name.value);
      if (!isSpecifiedName(route, name)) found.push([name, deprecation]);
    },
  });
  visit(route.document, visitor);
  return found;
}

/**
 * Names the deprecation of the sent keys in the headers Deprecation (RFC 9745) and Sunset (RFC 8594), and the page that explains
 * it. Of several, the one that goes first.
 */
export function warnOfDeprecated(
  reply: FastifyReply,
  deprecated: ReadonlyMap<string, Deprecation>,
  { body, query }: FastifyRequest,
  reference: string,
): void {
  if (deprecated.size === 0) return;
  const sent = [...Object.keys((body as object) ?? {}), ...Object.keys(query as object)];
  const found = sent.flatMap((key) => deprecated.get(key) ?? []);
  const [first] = found.sort((a, b) => a.sunset.localeCompare(b.sunset));
  if (!first) return;
  reply.headers({
    Deprecation: `@${Date.parse(first.since) / 1_000}`,
    Sunset: new Date(first.sunset).toUTCString(),
    Link: `<${reference}>; rel="deprecation"; type="text/html"`,
  });
}
