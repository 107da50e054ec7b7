import type { GraphQLResolveInfo } from 'graphql';
import type { Access } from '../domain/platform/access.ts';
import { may, type Permission } from '../domain/platform/permissions.ts';

const PERMISSIONS: readonly Permission[] = ['read', 'write', 'recordEvents', 'sendMails', 'manageMembers', 'beMember'];

/** A caller's permissions, as the field guards check them. */
export const permissionsOf = (access: Access | undefined): Record<Permission, boolean> =>
  Object.fromEntries(
    PERMISSIONS.map((permission) => [permission, access !== undefined && may(access, permission)]),
  ) as Record<Permission, boolean>;

/** Options for a root field with a permission other than its type's: `...requires('manageMembers')`. */
export const requires = (permission: Permission) => ({
  skipTypeScopes: true as const,
  authScopes: { [permission]: true } as Partial<Record<Permission, true>>,
  extensions: { permission },
});

/** The permission that the current field needs. */
export const permissionOf = ({ parentType, fieldName }: GraphQLResolveInfo): Permission => {
  const own = parentType.getFields()[fieldName]?.extensions.permission as Permission | undefined;
  return own ?? (parentType.name === 'Mutation' ? 'write' : 'read');
};
