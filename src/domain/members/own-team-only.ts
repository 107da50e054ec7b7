import { ForbiddenError } from '../../errors.ts';
import type { Actor } from '../../scope.ts';

/** Whether a member uses a session that was started by an invitation alone (docs/adr/0157). */
export const isOwnTeamOnly = ({ ownTeamOnly = false }: Actor): boolean => ownTeamOnly;

/** Throws ForbiddenError for such a member, because the request would reach beyond the team. */
export function refuseOwnTeamOnly(actor: Actor): void {
  if (isOwnTeamOnly(actor)) {
    throw new ForbiddenError(
      'This session was opened by an invitation, for its team only. Sign in with your e-mail address first.',
    );
  }
}
