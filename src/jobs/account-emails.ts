import { invitationEmail, passkeyEmail, signInEmail } from '../domain/members/account-emails.ts';
import { makeInvitationLink } from '../domain/members/invitation-links.ts';
import { makeSignInLink } from '../domain/members/sign-ins.ts';
import type { Task } from './task.ts';

/**
 * Creates and sends a sign-in link, if the address has an account. Without an account it does everything but the sending: a
 * server with more work for some addresses would answer the next call later. A repeated run replaces the link.
 */
export const mailSignInLink: Task<'mail-sign-in-link'> = async ({ scope, payload, log, mailer }) => {
  const link = await makeSignInLink(scope.db, payload.signInId);
  if (!link) return;
  const mail = signInEmail(mailer.publicUrl, link);
  if (!link.isWanted) return mailer.rehearse(mail);
  const where = await mailer.send(mail);
  log.info({ where }, 'sent a sign-in link');
};

/** Informs a user that one of their passkeys was added or removed. */
export const mailPasskeyChange: Task<'mail-passkey-change'> = async ({ scope, payload, log, mailer }) => {
  const { userId, ...changed } = payload;
  const user = await scope.db.user.findUnique({ where: { id: userId } });
  if (!user) return;
  const where = await mailer.send(passkeyEmail(mailer.publicUrl, user, changed));
  log.info({ where }, 'sent an e-mail about a passkey change');
};

/** Creates and sends an invitation link. A repeated run replaces the link. */
export const mailInvitation: Task<'mail-invitation'> = async ({ scope, payload, log, mailer }) => {
  const link = await makeInvitationLink(scope.db, scope.team.id, payload.invitationId);
  if (!link?.email) return;
  const where = await mailer.send(invitationEmail(mailer.publicUrl, link.email, link));
  log.info({ where }, 'sent an invitation');
};
