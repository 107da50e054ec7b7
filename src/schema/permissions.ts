import type { GraphQLResolveInfo } from 'graphql';
import type { Access } from '../domain/platform/access.ts';
import { may, type Permission } from '../domain/platform/permissions.ts';

const PERMISSIONS: readonly Permission[] = ['read', 'write', 'recordEvents', 'sendMails', 'manageMembers', 'beMember'];

/** A caller's permissions, as the field guards check them. */
export const permissionsOf = (access: Access | undefined): Record<Permission, boolean> =>
  Object.fromEntries(
    PERMISSIONS.map((permission) => [permission, access !== undefined && may(access, permission)]),
  ) as Record<Permission, boolean>;

/** Extensions of a query that is null only together with an error, for callers that it refuses. */
export const RESTRICTED = { isRestricted: true };

/** Extensions of an expensive field: null only together with an error, so that the fields beside it keep their values. */
export const FAILS_ALONE = { ...RESTRICTED, failsAlone: true };

/** Options for a root field with a permission other than its type's: `...requires('manageMembers')`. */
export const requires = (permission: Permission) => ({
  skipTypeScopes: true as const,
  authScopes: { [permission]: true } as Partial<Record<Permission, true>>,
  extensions: { permission, ...RESTRICTED },
});

/** The permission that the current field needs. */
export const permissionOf = ({ parentType, fieldName }: GraphQLResolveInfo): Permission => {
  const own = parentType.getFields()[fieldName]?.extensions.permission as Permission | undefined;
  return own ?? (parentType.name === 'Mutation' ? 'write' : 'read');
};
