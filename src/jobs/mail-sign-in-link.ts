import { signInLetter } from '../domain/members/letters.ts';
import { makeSignInLink } from '../domain/members/sign-ins.ts';
import type { Task } from './task.ts';

/** Makes the link of a sign-in and mails it. When it runs again, another link takes the place of the one before. */
export const mailSignInLink: Task<'mail-sign-in-link'> = async ({ db }, { signInId }, log, letterbox) => {
  const link = await makeSignInLink(db, signInId);
  if (!link) return;
  const where = await letterbox.send(signInLetter(letterbox.publicUrl, link));
  log.info({ where }, 'mailed a link to sign in');
};
