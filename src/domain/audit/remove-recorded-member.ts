import { type Scope, transaction } from '../../scope.ts';
import { type RemovedMember, removeMember } from '../members/members.ts';
import { type Origin, recordActionOnAll } from './record-action.ts';

/** Removes a member (see removeMember), and records the fate of each of their tokens. */
export const removeRecordedMember = (
  scope: Scope,
  id: unknown,
  tokens: unknown,
  from: Origin,
): Promise<RemovedMember> =>
  transaction(scope, async (scope) => {
    const removed = await removeMember(scope, id, tokens);
    const action = removed.fate === 'hand_over' ? 'token.handed_over' : 'token.revoked';
    await recordActionOnAll(scope, action, removed.tokens, from);
    return removed;
  });
