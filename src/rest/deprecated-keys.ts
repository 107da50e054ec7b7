import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql';
import { variablesIn } from './document-parts.ts';
import { inputTypeOf } from './openapi/written-input.ts';
import type { Route } from './route.ts';
import { wireName } from './wire.ts';

/** How long a deprecated key works, in days such as 2026-01-31 (src/schema/deprecations.ts). */
export interface Deprecation {
  since: string;
  sunset: string;
}

const deprecationOf = ({ extensions }: { extensions: object }): Deprecation | undefined =>
  (extensions as { deprecation?: Deprecation }).deprecation;

/** The deprecated keys of a route's body or query, by wire name. */
export function deprecatedKeys(schema: GraphQLSchema, { document }: Route): ReadonlyMap<string, Deprecation> {
  const inputs = variablesIn(document).map(({ type }) => getNamedType(inputTypeOf(schema, type)));
  return new Map(
    inputs.filter(isInputObjectType).flatMap((type) =>
      Object.values(type.getFields()).flatMap((field): [string, Deprecation][] => {
        const deprecation = deprecationOf(field);
        return deprecation ? [[wireName(field.name), deprecation]] : [];
      }),
    ),
  );
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
