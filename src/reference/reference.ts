import type { GraphQLSchema } from 'graphql';
import { openApiDocument } from '../rest/openapi/document.ts';
import { routes } from '../rest/v1/index.ts';
import { schema } from '../schema/index.ts';
import type { Addresses } from './addresses.ts';
import { Counterparts } from './counterparts.ts';
import { nameIn, type OpenApi, type Operation, type Parameter, type Schema } from './rest-pages/open-api.ts';
import { type Use, usesIn } from './schema-pages/uses.ts';

/** An operation with its place in the API. */
export interface PlacedOperation extends Operation {
  /** All of them, none by reference. */
  parameters: Parameter[];
  method: string;
  path: string;
}

/** Both documents, as the pages read them. Each part is made when a page first needs it. */
export class Reference {
  readonly addresses: Addresses;
  readonly hasPlayground: boolean;
  readonly schema: GraphQLSchema = schema;
  #openApi?: OpenApi;
  #operations?: ReadonlyMap<string, readonly PlacedOperation[]>;
  #uses?: ReadonlyMap<string, readonly Use[]>;
  #counterparts?: Counterparts;

  constructor(addresses: Addresses, hasPlayground: boolean) {
    this.addresses = addresses;
    this.hasPlayground = hasPlayground;
  }

  get openApi(): OpenApi {
    this.#openApi ??= withChoices(openApiDocument(schema, routes, this.addresses.publicUrl) as unknown as OpenApi);
    return this.#openApi;
  }

  /** The REST operations by tag, in the order of the document. */
  get operations(): ReadonlyMap<string, readonly PlacedOperation[]> {
    this.#operations ??= byTag(this.openApi);
    return this.#operations;
  }

  /** Where the schema uses each of its types. */
  get uses(): ReadonlyMap<string, readonly Use[]> {
    this.#uses ??= usesIn(schema);
    return this.#uses;
  }

  /** Operations of the two APIs that do the same. */
  get counterparts(): Counterparts {
    this.#counterparts ??= new Counterparts(schema, routes, [...this.operations.values()].flat());
    return this.#counterparts;
  }
}

/** A copy of the document in which each key shows its bounds and possible values itself. Only objects are linked to. */
function withChoices(document: OpenApi): OpenApi {
  const { schemas } = document.components;
  const isScalar = ({ properties, enum: choices, type, anyOf }: Schema): boolean =>
    !properties && (choices !== undefined || [type].flat().some(isPlain) || (anyOf ?? []).some(isScalarReference));
  const isScalarReference = ({ $ref }: Schema): boolean => $ref !== undefined && isScalar(schemas[nameIn($ref)] ?? {});
  const text = JSON.stringify(document, (_, value) => {
    const isOfSchema = typeof value?.$ref === 'string' && value.$ref.startsWith('#/components/schemas/');
    const named = isOfSchema ? schemas[nameIn(value.$ref)] : undefined;
    if (!named || !isScalar(named)) return value;
    const { $ref: _ref, ...own } = value;
    return { ...named, ...own, description: wordsOf(own, named) };
  });
  return JSON.parse(text) as OpenApi;
}

const isPlain = (type: string | undefined): boolean => type === 'string' || type === 'integer' || type === 'number';

/** What a place says of a value, or else what the value is, and the meanings of possible values. */
function wordsOf(own: Schema, { description, enum: choices }: Schema): string | undefined {
  const [words, ...meanings] = (description ?? '').split('\n\n');
  return [own.description ?? words, ...(choices ? meanings : [])].join('\n\n');
}

function byTag({ tags, paths, components }: OpenApi): Map<string, PlacedOperation[]> {
  const found = new Map<string, PlacedOperation[]>(tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const parameters = (operation.parameters ?? []).map((one) =>
        '$ref' in one ? (components.parameters[nameIn(one.$ref)] as Parameter) : one,
      );
      found.get(operation.tags[0])?.push({ ...operation, parameters, path, method: method.toUpperCase() });
    }
  }
  return found;
}
