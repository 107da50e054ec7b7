import type { Vault } from '../../../crypto/vault.ts';
import { GmailProblem } from './problems.ts';

/** The secret part of a team's credentials. */
export interface GmailSecrets {
  clientSecret: string;
  refreshToken: string;
}

/** The encryption purpose of a team's credentials. */
export const gmailPurpose = (teamId: number): string => `gmail ${teamId}`;

/** Encrypts the secret part of the credentials. */
export const encryptSecrets = (vault: Vault, teamId: number, { clientSecret, refreshToken }: GmailSecrets) =>
  vault.encrypt(Buffer.from(JSON.stringify({ clientSecret, refreshToken })), gmailPurpose(teamId));

/** Decrypts the secret part of the credentials. Throws GmailProblem. */
export function decryptSecrets(vault: Vault, teamId: number, encrypted: Uint8Array): GmailSecrets {
  try {
    return JSON.parse(vault.decrypt(encrypted, gmailPurpose(teamId)).toString());
  } catch {
    throw new GmailProblem('unreadable');
  }
}
