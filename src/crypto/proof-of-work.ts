import { createHmac } from 'node:crypto';
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eachSecret, type Secrets } from './secrets.ts';

/** On average 256 keys with this many rounds each: a few tenths of a second for a browser, and one key for us. */
const COST = 2_000;
const PREFIX = '00';
const ALGORITHM = 'PBKDF2/SHA-256';
/** A solution is about 600 characters long. */
const LONGEST = 4_000;

/** Challenges that cost the solver some work (ALTCHA, version 2). Each is for one form token. */
export class ProofOfWork {
  readonly #secrets: readonly string[];

  constructor(secrets: Secrets) {
    this.#secrets = eachSecret(secrets).map((secret) =>
      createHmac('sha256', secret).update('forms: proof of work').digest('hex'),
    );
  }

  /** A challenge for the sender of this form token. */
  challenge(formToken: string): Promise<Challenge> {
    return createChallenge({
      algorithm: ALGORITHM,
      cost: COST,
      keyPrefix: PREFIX,
      deriveKey,
      data: { pass: formToken },
      hmacSignatureSecret: this.#secrets[0] as string,
    });
  }

  /** Whether `payload`, the JSON of challenge and solution in base64, solves our challenge for this form token. */
  async isSolved(formToken: string, payload: unknown): Promise<boolean> {
    if (typeof payload !== 'string' || payload.length > LONGEST) return false;
    try {
      const { challenge, solution } = JSON.parse(Buffer.from(payload, 'base64').toString()) as {
        challenge: Challenge;
        solution: Solution;
      };
      if (challenge.parameters.data?.pass !== formToken) return false;
      for (const hmacSignatureSecret of this.#secrets) {
        const judged = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
        if (judged.verified) return true;
      }
      return false;
    } catch {
      return false; // not valid JSON
    }
  }
}
