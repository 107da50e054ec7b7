import type { Origin } from '../domain/audit/record-action.ts';
import { type Access, actorOf } from '../domain/platform/access.ts';
import type { Installation } from '../installation.ts';
import { createScope, type Scope } from '../scope.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/**
 * What a resolver sees of one operation. A plain object, since Yoga copies it into a context of its own.
 * Without access there is no scope: no resolver is reached then, because the root types ask for the ability first.
 */
export interface Context {
  installation: Installation;
  access: Access | undefined;
  scope: Scope;
  /** Made afresh for each mutation and each event of a subscription (fresh-loaders.ts). */
  loaders: Loaders;
  /** By which door the caller came, and from where. */
  from: Origin;
  /** Absolute address under which the paths of REST begin, for links. */
  rest: string;
}

interface Surroundings {
  from: Origin;
  rest?: string;
  /** The transaction in which the operation runs, when it is to commit together with something else. */
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

/** A context of the program itself, which reads for a team what somebody there may see. */
export const readingFor = (installation: Installation, teamId: number, db?: Scope['db']): Context =>
  createContext(
    installation,
    {
      ...{ kind: 'token', tokenId: '', scopes: [], createdBy: null, role: 'viewer' },
      ...{ teamId, ability: 'read', rateLimit: null, suspended: false },
    },
    { from: { door: 'rest', address: undefined }, ...(db && { db }) },
  );
