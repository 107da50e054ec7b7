import { type Access, callerIdOf } from '../domain/platform/access.ts';

/**
 * The caller to whom live subscriptions are counted: a token by its id, a member by their membership, in any browser.
 */
export const liveCallerOf = (access: Access) => ({
  teamId: access.teamId,
  id: callerIdOf(access),
  kind: access.kind,
});
