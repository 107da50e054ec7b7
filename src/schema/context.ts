import type { GraphQLSchema } from 'graphql';
import type { Origin } from '../domain/audit/record-action.ts';
import { type Access, actorOf } from '../domain/platform/access.ts';
import type { Installation } from '../installation.ts';
import { createScope, type Scope } from '../scope.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/**
 * A resolver's view of one operation. A plain object, because Yoga copies it into its own context. Without access
 * there is no scope; resolvers are not reached then, because the root types check the ability first.
 */
export interface Context {
  installation: Installation;
  access: Access | undefined;
  scope: Scope;
  /** New for each mutation and each event of a subscription (withFreshLoaders). */
  loaders: Loaders;
  /** The caller's interface and address. */
  from: Origin;
  /** The absolute base address of REST, for links. */
  rest: string;
}

interface Surroundings {
  from: Origin;
  rest?: string;
  /** The transaction of the operation, to commit together with other work. */
  db?: Scope['db'];
}

export function createContext(
  installation: Installation,
  access: Access | undefined,
  { from, rest = `${installation.config.publicUrl}/api/v1`, db = installation.connection.db }: Surroundings,
): Context {
  const scope = access && scopeOf(db, access);
  return { installation, access, scope: scope as Scope, loaders: createLoaders(scope as Scope), from, rest };
}

const scopeOf = (db: Scope['db'], access: Access): Scope => createScope(db, { id: access.teamId }, actorOf(access));

/** A context of the program itself, with the read rights of a team. */
export const readingFor = (installation: Installation, teamId: number, db?: Scope['db']): Context =>
  createContext(
    installation,
    {
      kind: 'token',
      tokenId: '',
      tokenScopes: [],
      createdBy: null,
      role: 'viewer',
      teamId,
      ability: 'read',
      rateLimit: null,
      suspended: false,
    },
    { from: { via: 'rest', address: undefined }, ...(db && { db }) },
  );

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
