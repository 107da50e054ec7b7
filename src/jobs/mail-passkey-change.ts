import { passkeyEmail } from '../domain/members/account-emails.ts';
import type { Task } from './task.ts';

/** Informs a user that one of their passkeys was added or removed. */
export const mailPasskeyChange: Task<'mail-passkey-change'> = async ({ db }, { userId, ...changed }, log, mailer) => {
  const user = await db.user.findUnique({ where: { id: userId } });
  if (!user) return;
  const where = await mailer.send(passkeyEmail(mailer.publicUrl, user, changed));
  log.info({ where }, 'sent an e-mail about a passkey change');
};
