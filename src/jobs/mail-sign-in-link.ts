import { signInEmail } from '../domain/members/account-emails.ts';
import { makeSignInLink } from '../domain/members/sign-ins.ts';
import type { Task } from './task.ts';

/**
 * Creates and sends a sign-in link, if the address has an account. Without an account it does everything but the sending: a
 * server with more work for some addresses would answer the next call later. A repeated run replaces the link.
 */
export const mailSignInLink: Task<'mail-sign-in-link'> = async ({ db }, { signInId }, log, mailer) => {
  const link = await makeSignInLink(db, signInId);
  if (!link) return;
  const mail = signInEmail(mailer.publicUrl, link);
  if (!link.isWanted) return mailer.rehearse(mail);
  const where = await mailer.send(mail);
  log.info({ where }, 'sent a sign-in link');
};
