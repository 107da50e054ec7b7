import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';
import { withWholeParameters } from './whole-parameters.ts';

export interface Described {
  $ref?: string;
  type?: string | string[];
  anyOf?: Described[];
  allOf?: Described[];
  items?: Described;
  properties?: Record<string, Described>;
  required?: string[];
  additionalProperties?: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
}
export interface DescribedOperation {
  parameters?: Parameter[];
  requestBody?: {
    content: Record<string, { schema: Described; example?: unknown; examples?: Record<string, { value: unknown }> }>;
  };
}

const document = withWholeParameters(JSON.parse(JSON.stringify(openApiDocument(schema, routes)))) as {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Described> };
};

/** The paths of the OpenAPI description, each with its operations by method. */
export const { paths } = document;

/** A schema without its reference, and without null. */
export function resolved(given: Described): Described {
  if (given.$ref) return resolved(document.components.schemas[given.$ref.split('/').at(-1)!] ?? {});
  const [only, ...others] = (given.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only && others.length === 0) return resolved(only);
  if (given.items) return { ...given, items: resolved(given.items) };
  if (!given.allOf) return given;
  const parts = given.allOf.map(resolved);
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

const takesNull = ({ type, anyOf = [] }: Described): boolean =>
  (Array.isArray(type) && type.includes('null')) || anyOf.some((one) => one.type === 'null');

/** A path of the description as the route table has it: `/lists/{list_id}` is `/lists/:list`. */
export const asRoute = (path: string): string => path.replace(/\{(\w+?)(_id)?\}/g, ':$1');

/** The fields of a body that may be omitted and cleared, as paths; those of an object only if the example has one. */
export function optionalFields(body: Described, example: unknown): string[][] {
  const { properties = {}, required = [] } = resolved(body);
  return Object.entries(properties).flatMap(([key, field]): string[][] => {
    const inside = (example as Record<string, unknown> | undefined)?.[key];
    const isObject = typeof inside === 'object' && inside !== null && !Array.isArray(inside);
    const below = isObject ? optionalFields(field, inside).map((path) => [key, ...path]) : [];
    return [...(takesNull(field) && !required.includes(key) ? [[key]] : []), ...below];
  });
}
