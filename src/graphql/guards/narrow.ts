import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLNamedType,
  getNamedType,
  isCompositeType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Access } from '../../domain/platform/access.ts';

/**
 * Refuses parts of an operation that a narrowed token may not see: it gets the direct result of its operation,
 * without related objects. Undefined for every other caller.
 */
export function narrowRefusal({ schema, document, contextValue }: ExecutionArgs): GraphQLError | undefined {
  const { access } = contextValue as { access?: Access };
  if (access?.kind !== 'token' || access.tokenScopes.length === 0) return undefined;
  const types = new TypeInfo(schema);
  let leads: string | undefined;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name }) => {
        const to = getNamedType(types.getType());
        if (isNode(types.getParentType()) && to && isCompositeType(to)) leads ??= name.value;
      },
    }),
  );
  if (leads === undefined) return undefined;
  const message = `The scopes of this token do not allow reading ${leads}. Request ids alone, or use a token without scopes.`;
  return new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } });
}

const isNode = (type: GraphQLNamedType | null | undefined): boolean =>
  isObjectType(type)
    ? type.getInterfaces().some(({ name }) => name === 'Node')
    : type?.name === 'Node' || type?.name === 'Activity';
