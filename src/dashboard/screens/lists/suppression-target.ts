/** Reads typed text as an API input: with an @ it is an address, otherwise a domain. */
export const targetOf = (typed: string): { email: string } | { domain: string } =>
  typed.trim().replace(/^@/, '').includes('@') ? { email: typed.trim() } : { domain: typed.trim().replace(/^@/, '') };
