import { createHmac, timingSafeEqual } from 'node:crypto';

export const hmac = (key: string | Buffer, text: string | Buffer): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Compares two buffers in constant time. */
export const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/** The value of a header; empty when it is absent or repeated. */
export const header = (headers: Record<string, string | string[] | undefined>, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};
