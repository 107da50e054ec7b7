import type { Config } from '../../config.ts';
import { ConflictError } from '../../errors.ts';
import { createScope, type Role, type Scope, transaction, WORKER } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { invitationUrl } from './account-emails.ts';
import { makeInvitationLink } from './invitation-links.ts';
import { type Invitation, readInvitations, storeInvitation, withdrawInvitation } from './invitations.ts';
import { readMember } from './members.ts';

type Settings = Pick<Config, 'mailUrl' | 'publicUrl'>;

/** An invitation, and its link for an owner to pass on. */
export interface SharedLink {
  url: string;
  invitation: Invitation;
}

/**
 * Replaces an invitation, and returns the new one with its link, for an owner to pass on. Earlier links become void, and so
 * does an e-mail that is not written yet. Throws NotFoundError, and ConflictError if the installation mails invitations.
 */
export function shareInvitation(scope: Scope, settings: Settings, id: unknown): Promise<SharedLink> {
  refuseMailed(settings);
  return transaction(scope, async (scope) => {
    const { email, role } = found((await readInvitations(scope, [idOf(id)]))[0]);
    await withdrawInvitation(scope, id);
    return share(scope, settings, email, role);
  });
}

/**
 * Returns a link that signs in a member of the team, for this team only, for an owner to pass on. As an invitation, it works
 * once. Throws NotFoundError, and ConflictError if the installation mails sign-in links.
 */
export function shareSignIn(scope: Scope, settings: Settings, memberId: unknown): Promise<SharedLink> {
  refuseMailed(settings);
  return transaction(scope, async (scope) => {
    const { email, role } = await readMember(scope, memberId);
    // As by the operator: the link of a member's invitation would ask them to sign in first.
    return share(createScope(scope.db, scope.team, WORKER), settings, email, role);
  });
}

async function share(scope: Scope, { publicUrl }: Settings, email: string | null, role: Role): Promise<SharedLink> {
  const id = await storeInvitation(scope, email, role);
  const link = found(await makeInvitationLink(scope.db, scope.team.id, id));
  return { url: invitationUrl(publicUrl, link.secret), invitation: found((await readInvitations(scope, [id]))[0]) };
}

/** A mailed link proves that the address is the person's. */
function refuseMailed({ mailUrl }: Settings): void {
  if (mailUrl)
    throw new ConflictError('LINK_BY_EMAIL', 'This installation sends account e-mails. Links are only in them.');
}
