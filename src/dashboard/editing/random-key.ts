/** A random name of 128 bits in hexadecimal. Unlike `crypto.randomUUID`, browsers have it over plain http on every host. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
