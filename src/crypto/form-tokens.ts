import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Secrets } from './secrets.ts';
import { SignedSubjects } from './signed-subjects.ts';

/** The form that a token belongs to. */
interface OfForm {
  teamId: number;
  id: string;
}

/**
 * The content of a form token: the id of the sign-up it permits, and in how many milliseconds it does; or the reason why it
 * permits none.
 */
export type FormToken = { id: string; waitMs: number } | 'late' | 'none';

/** The fastest time in which a person fills in a form, in milliseconds. */
const SOONEST_MS = 2_000;
const LATEST_MS = 86_400_000;
/** Clocks of two processes may differ by this. */
const AHEAD_MS = 2_000;

const PURPOSE = 'form';
/** 36 bytes in base64url: a token has exactly one spelling. */
const WRITTEN = /^[A-Za-z0-9_-]{48}$/;

/**
 * Form tokens: each displayed form carries a signed token with the id of its future sign-up, whose first bits are the time. So a
 * form that is sent too soon waits, and each displayed form gives at most one sign-up (docs/adr/0090, docs/adr/0200).
 */
export class FormTokens {
  readonly #signed: SignedSubjects;

  constructor(secrets: Secrets) {
    this.#signed = new SignedSubjects(secrets);
  }

  /** A new token for a form that is shown now. */
  give({ teamId, id: formId }: OfForm, now: Date): string {
    const id = v7({ msecs: now.getTime(), random: randomBytes(16) });
    return this.#signed.sign(PURPOSE, { teamId, id }, formId).toString('base64url');
  }

  /** Reads the token of a form that is sent now. */
  read({ teamId, id: formId }: OfForm, token: unknown, now: Date): FormToken {
    if (typeof token !== 'string' || !WRITTEN.test(token)) return 'none';
    const subject = this.#signed.read(PURPOSE, Buffer.from(token, 'base64url'), formId);
    if (subject?.teamId !== teamId) return 'none';
    const age = now.getTime() - Number.parseInt(subject.id.replaceAll('-', '').slice(0, 12), 16);
    if (age < -AHEAD_MS) return 'none';
    return age > LATEST_MS ? 'late' : { id: subject.id, waitMs: Math.max(0, SOONEST_MS - age) };
  }
}
