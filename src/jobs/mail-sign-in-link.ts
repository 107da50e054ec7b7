import { signInLetter } from '../domain/members/letters.ts';
import { makeSignInLink } from '../domain/members/sign-ins.ts';
import type { Task } from './task.ts';

/**
 * Makes the link of a sign-in and mails it, if anybody signs in with the address. If nobody does, all is done but the sending: a
 * server that had more work for some addresses would answer the next call later. When it runs again, another link takes the
 * place of the one before.
 */
export const mailSignInLink: Task<'mail-sign-in-link'> = async ({ db }, { signInId }, log, letterbox) => {
  const link = await makeSignInLink(db, signInId);
  if (!link) return;
  const letter = signInLetter(letterbox.publicUrl, link);
  if (!link.isWanted) return letterbox.rehearse(letter);
  const where = await letterbox.send(letter);
  log.info({ where }, 'mailed a link to sign in');
};
