import type { Access } from '../domain/platform/access.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { createScope, type Scope } from '../scope.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** What a resolver sees of one operation. Whoever has no token has a context too, which opens nothing. */
export class Context {
  readonly installation: Installation;
  readonly access: Access | undefined;
  readonly #scope: Scope | undefined;
  readonly loaders: Loaders;

  constructor(installation: Installation, access?: Access) {
    this.installation = installation;
    this.access = access;
    this.#scope =
      access &&
      createScope(
        installation.connection.db,
        { id: access.teamId },
        { kind: 'token', tokenId: access.tokenId, ability: access.ability },
      );
    this.loaders = createLoaders(() => this.scope);
  }

  get scope(): Scope {
    if (!this.#scope) throw new UnauthenticatedError();
    return this.#scope;
  }

  /** Why an operation that needs more than this context allows is refused. */
  refusal(): Error {
    return this.access
      ? new ForbiddenError('This token may only read: the operation needs a token with the ability to write.')
      : new UnauthenticatedError();
  }
}
