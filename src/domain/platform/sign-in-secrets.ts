import { randomBytes } from 'node:crypto';

/** 256 random bits: as a session's cookie, in a sign-in link, or for a browser that asks. Only its hash is stored. */
export const newSignInSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be such a secret. */
export const isSignInSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);
