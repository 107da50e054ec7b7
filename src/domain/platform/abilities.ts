import { ForbiddenError, ReadOnlyError } from '../../errors.ts';
import type { Access } from './access.ts';
import type { TokenScope } from './token-scopes.ts';

/** The permission that an operation requires. */
export type Need = 'read' | 'write' | 'recordEvents' | 'sendMails' | 'manageMembers' | 'beMember';

const isWhole = (access: Access): boolean => access.kind === 'member' || access.scopes.length === 0;
const writes = (access: Access, scope?: TokenScope): boolean =>
  access.ability === 'write' &&
  (isWhole(access) || (scope !== undefined && access.kind === 'token' && access.scopes.includes(scope)));

/** The access table: the callers with each permission, in every interface. */
const MAY: Record<Need, (access: Access) => boolean> = {
  read: isWhole,
  write: (access) => writes(access),
  recordEvents: (access) => writes(access, 'events:write'),
  sendMails: (access) => writes(access, 'mails:send'),
  manageMembers: (access) => access.kind === 'member' && access.role === 'owner',
  beMember: (access) => access.kind === 'member',
};

/** Whether a caller has this permission. */
export const may = (access: Access, need: Need): boolean => MAY[need](access);

/** The error for a caller without it. */
export function refusalOf(access: Access, need: Need): ForbiddenError {
  if (need === 'beMember') return new ForbiddenError('Only a signed-in member can do this.');
  if (need === 'manageMembers') return new ForbiddenError('Only a signed-in owner can do this.');
  if (!isWhole(access)) return new ForbiddenError('This token is limited by its scopes.');
  if (access.kind === 'member') return new ForbiddenError('A viewer can only read. The operation needs an editor.');
  return new ReadOnlyError();
}

/** Throws ForbiddenError unless the caller has this permission. */
export function demand(access: Access, need: Need): void {
  if (!may(access, need)) throw refusalOf(access, need);
}
