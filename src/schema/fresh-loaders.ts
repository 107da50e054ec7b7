import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';
import { createLoaders } from './loaders.ts';

/**
 * Lets each mutation of an operation, and each event of a subscription, begin with loaders that remember nothing: what was
 * looked up before may have changed. Changes the schema that is given, and returns it.
 */
export function withFreshLoaders(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const { resolve } = field;
      if (!resolve) throw new Error(`${root?.name}.${field.name} has no resolver.`);
      field.resolve = (source, args, context: Context, info) => {
        context.loaders = createLoaders(context.scope);
        return resolve(source, args, context, info);
      };
    }
  }
  return schema;
}
