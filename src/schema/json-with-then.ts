import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

const JSON_TYPES: readonly string[] = ['JSONObject', 'JSON'];

/** JSON with a key `then`, serialised as the object inside. */
class WithThen {
  readonly #json: object;

  constructor(json: object) {
    this.#json = json;
  }

  toJSON(): object {
    return this.#json;
  }
}

/**
 * Allows JSON with a key `then`, such as in automation steps and event properties, which executors would take for a
 * promise. Changes and returns the given schema.
 */
export function withAnyJson(schema: GraphQLSchema): GraphQLSchema {
  const fields = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.values(isObjectType(type) ? type.getFields() : {}));
  for (const field of fields) {
    const { resolve } = field;
    if (!resolve || !JSON_TYPES.includes(getNamedType(field.type).name)) continue;
    field.resolve = (source, args, context, info) => {
      const value: unknown = resolve(source, args, context, info);
      return isPromise(value) ? value.then(kept) : kept(value);
    };
  }
  return schema;
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

function kept(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kept);
  return typeof value === 'object' && value !== null && 'then' in value ? new WithThen(value) : value;
}
