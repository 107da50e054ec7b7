import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';
import { createLoaders } from './loaders.ts';

/**
 * Gives each mutation of an operation, and each event of a subscription, fresh loaders, because earlier results may
 * have changed. Changes and returns the given schema.
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
