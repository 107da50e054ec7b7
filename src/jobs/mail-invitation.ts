import { invitationEmail } from '../domain/members/account-emails.ts';
import { makeInvitationLink } from '../domain/members/invitation-links.ts';
import type { Task } from './task.ts';

/** Creates and sends an invitation link. A repeated run replaces the link. */
export const mailInvitation: Task<'mail-invitation'> = async ({ db, team }, { invitationId }, log, mailer) => {
  const link = await makeInvitationLink(db, team.id, invitationId);
  if (!link?.email) return;
  const where = await mailer.send(invitationEmail(mailer.publicUrl, link.email, link));
  log.info({ where }, 'sent an invitation');
};
