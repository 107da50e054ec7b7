import type { Liquid } from 'liquidjs';
import type { RenderingContext } from './rendering-context.ts';

/** `this` of a filter. */
export interface FilterContext {
  context: RenderingContext;
  liquid: Liquid;
  /** The filter as written. A named argument is a pair. */
  token: { args: unknown[]; getText(): string };
}

/** The arguments of a filter, with the named ones separate. */
export function argumentsOf({ token }: FilterContext, given: readonly unknown[]) {
  const named: Record<string, unknown> = {};
  const positional: unknown[] = [];
  for (const [index, value] of given.entries()) {
    if (!Array.isArray(token.args[index])) positional.push(value);
    else if (Array.isArray(value)) named[String(value[0])] = value[1];
  }
  return { named, positional };
}
