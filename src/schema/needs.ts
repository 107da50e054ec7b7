import type { GraphQLResolveInfo } from 'graphql';
import { may, type Need } from '../domain/platform/abilities.ts';
import type { Access } from '../domain/platform/access.ts';

const NEEDS: readonly Need[] = ['read', 'write', 'recordEvents', 'sendMails', 'manageMembers', 'beMember'];

/** A caller's permissions, as the field guards check them. */
export const abilitiesOf = (access: Access | undefined): Record<Need, boolean> =>
  Object.fromEntries(NEEDS.map((need) => [need, access !== undefined && may(access, need)])) as Record<Need, boolean>;

/** Options for a root field with a permission other than its type's: `...needing('manageMembers')`. */
export const needing = (need: Need) => ({
  skipTypeScopes: true as const,
  authScopes: { [need]: true } as Partial<Record<Need, true>>,
  extensions: { need },
});

/** The permission that the current field needs. */
export const needOf = ({ parentType, fieldName }: GraphQLResolveInfo): Need => {
  const own = parentType.getFields()[fieldName]?.extensions.need as Need | undefined;
  return own ?? (parentType.name === 'Mutation' ? 'write' : 'read');
};
