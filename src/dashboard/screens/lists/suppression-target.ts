/** What somebody typed, as what the API takes: an address has an @, and everything else is a domain. */
export const targetOf = (typed: string): { email: string } | { domain: string } =>
  typed.trim().replace(/^@/, '').includes('@') ? { email: typed.trim() } : { domain: typed.trim().replace(/^@/, '') };
