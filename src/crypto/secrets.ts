/**
 * The secret of an installation, or several while it is changed: the first signs and encrypts, and all of them read
 * (docs/adr/0158).
 */
export type Secrets = string | readonly string[];

/** The secrets, the current one first. */
export const eachSecret = (secrets: Secrets): readonly string[] => (typeof secrets === 'string' ? [secrets] : secrets);
