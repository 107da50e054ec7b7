import { ForbiddenError, ReadOnlyError } from '../../errors.ts';
import type { Access } from './access.ts';
import type { TokenScope } from './token-scopes.ts';

/** The permission that an operation requires. */
export type Permission = 'read' | 'write' | 'recordEvents' | 'sendMails' | 'manageMembers' | 'beMember';

const isWhole = (access: Access): boolean => access.kind === 'member' || access.tokenScopes.length === 0;
const writes = (access: Access, tokenScope?: TokenScope): boolean =>
  access.ability === 'write' &&
  (isWhole(access) || (tokenScope !== undefined && access.kind === 'token' && access.tokenScopes.includes(tokenScope)));

/** The access table: the callers with each permission, in every interface. */
const MAY: Record<Permission, (access: Access) => boolean> = {
  read: isWhole,
  write: (access) => writes(access),
  recordEvents: (access) => writes(access, 'events:write'),
  sendMails: (access) => writes(access, 'mails:send'),
  manageMembers: (access) => access.kind === 'member' && access.role === 'owner',
  beMember: (access) => access.kind === 'member',
};

/** Whether a caller has this permission. */
export const may = (access: Access, permission: Permission): boolean => MAY[permission](access);

/** The error for a caller without it. */
export function refusalOf(access: Access, permission: Permission): ForbiddenError {
  if (permission === 'beMember') return new ForbiddenError('Only a signed-in member can do this.');
  if (permission === 'manageMembers') return new ForbiddenError('Only a signed-in owner can do this.');
  const hasScope = access.kind === 'token' && access.tokenScopes.some((scope) => scope === SCOPE_FOR[permission]);
  if (access.kind === 'token' && !isWhole(access) && !hasScope)
    return new ForbiddenError(beyondScopes(access, permission));
  if (access.kind === 'member') return new ForbiddenError('A viewer can only read. The operation needs an editor.');
  return new ReadOnlyError();
}

/** The scope of a token that is enough for a permission. */
const SCOPE_FOR: Partial<Record<Permission, TokenScope>> = { recordEvents: 'events:write', sendMails: 'mails:send' };

const beyondScopes = ({ tokenScopes }: Access & { kind: 'token' }, permission: Permission): string => {
  const needed = SCOPE_FOR[permission];
  const instead = needed ? `the scope ${needed}, or no scopes` : 'a token without scopes';
  return `The scopes of this token (${tokenScopes.join(', ')}) do not allow this operation. It needs ${instead}.`;
};

/** Throws ForbiddenError unless the caller has this permission. */
export function requirePermission(access: Access, permission: Permission): void {
  if (!may(access, permission)) throw refusalOf(access, permission);
}
