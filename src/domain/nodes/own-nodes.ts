import type { Scope } from '../../scope.ts';
import { listPasskeys } from '../members/passkeys.ts';
import { listSessions } from '../members/sessions.ts';
import type { Found } from './found-node.ts';

/** The types of node that only their own member finds, in whichever team. A member has a few of each. */
const OWN_TYPES = { Passkey: listPasskeys, Session: listSessions };

/** The calling member's own objects with these ids, by id. None, without a statement, for callers who are no member. */
export async function readOwnNodes(scope: Scope, ids: readonly string[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  if (scope.actor.memberId === undefined || ids.length === 0) return found;
  for (const [type, list] of Object.entries(OWN_TYPES)) {
    for (const row of await list(scope)) if (ids.includes(row.id)) found.set(row.id, { type, row });
  }
  return found;
}
