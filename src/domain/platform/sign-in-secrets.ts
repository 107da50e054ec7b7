import { randomBytes } from 'node:crypto';

/** 256 random bits: for a session's cookie, a sign-in link, or a browser that requests one. Only the hash is stored. */
export const newSignInSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be such a secret. */
export const isSignInSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);
