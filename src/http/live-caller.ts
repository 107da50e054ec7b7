import { type Access, callerIdOf } from '../domain/platform/access.ts';

/** By what the live subscriptions of a caller are counted: of a token its id, of a member their membership, in whatever browser. */
export const liveCallerOf = (access: Access) => ({
  teamId: access.teamId,
  id: callerIdOf(access),
  kind: access.kind,
});
