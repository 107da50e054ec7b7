import { findBreakingChanges, type GraphQLSchema } from 'graphql';
import type { Break } from './openapi-breaks.ts';

const ROOT = /^(Query|Mutation|Subscription)\./;

/** The changes of a schema that break a valid operation, as graphql-js judges them. */
export function graphqlBreaks(before: GraphQLSchema, after: GraphQLSchema): Break[] {
  return findBreakingChanges(before, after).map(({ description }) => {
    const at = coordinateOf(description);
    const field = at.replace(/^\w+\./, '');
    const names = ROOT.test(at) || field.includes('(') ? [at, field] : [at];
    return { at, names: [names], problem: description };
  });
}

/** The schema coordinate that a description of graphql-js is about, such as `Query.lists(first:)`. */
function coordinateOf(description: string): string {
  const [, value, type] = /^(\w+) was removed from (?:enum|union) type (\w+)/.exec(description) ?? [];
  if (type) return `${type}.${value}`;
  const [, added, owner] =
    /^A required (?:arg|field) (\w+) on (?:input type )?([\w.]+) was added/.exec(description) ?? [];
  if (owner) return owner.includes('.') ? `${owner}(${added}:)` : `${owner}.${added}`;
  const [, field, argument] = /^([\w.]+) arg (\w+) /.exec(description) ?? [];
  if (field) return `${field}(${argument}:)`;
  const [name = description] = /^[\w.]+/.exec(description) ?? [];
  return name;
}
