import type { GraphQLResolveInfo } from 'graphql';
import { may, type Need } from '../domain/platform/abilities.ts';
import type { Access } from '../domain/platform/access.ts';

const NEEDS: readonly Need[] = ['read', 'write', 'recordEvents', 'sendMails', 'manageMembers', 'beMember'];

/** What a caller may do, as the guards of the fields ask it. */
export const abilitiesOf = (access: Access | undefined): Record<Need, boolean> =>
  Object.fromEntries(NEEDS.map((need) => [need, access !== undefined && may(access, need)])) as Record<Need, boolean>;

/** Options of a root field that needs something else than its type: `...needing('manageMembers')`. */
export const needing = (need: Need) => ({
  skipTypeScopes: true as const,
  authScopes: { [need]: true } as Partial<Record<Need, true>>,
  extensions: { need },
});

/** What the field that is being resolved needs. */
export const needOf = ({ parentType, fieldName }: GraphQLResolveInfo): Need => {
  const own = parentType.getFields()[fieldName]?.extensions.need as Need | undefined;
  return own ?? (parentType.name === 'Mutation' ? 'write' : 'read');
};
