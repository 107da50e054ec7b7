import { createHmac, timingSafeEqual } from 'node:crypto';

export const hmac = (key: string | Buffer, text: string | Buffer): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Whether two are the same, in a time that does not tell how far they are. */
export const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/** A header that stands once; empty when it does not. */
export const header = (headers: Record<string, string | string[] | undefined>, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};
