import type { Scope } from '../scope.ts';

/** How each loader is made for an operation. */
export type LoaderMakers<Loaders> = { readonly [Name in keyof Loaders]: (scope: Scope) => Loaders[Name] };

/**
 * Returns a function that gives an operation its loaders. Each loader is made when it is first used: most operations use
 * none or one of some forty, and making all of them took a fifth of the time of a simple query.
 */
export function lazily<Loaders extends object>(makers: LoaderMakers<Loaders>): (scope: Scope) => Loaders {
  class LazyLoaders {
    readonly scope: Scope;

    constructor(scope: Scope) {
      this.scope = scope;
    }
  }
  for (const [name, make] of Object.entries<(scope: Scope) => unknown>(makers)) {
    Object.defineProperty(LazyLoaders.prototype, name, {
      get(this: LazyLoaders) {
        const value = make(this.scope);
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  }
  return (scope) => new LazyLoaders(scope) as unknown as Loaders;
}
