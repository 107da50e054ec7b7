/** Why Google's statistics could not be read, in words, by code. */
export const GMAIL_PROBLEMS = {
  credentials: 'Google refused the credentials. Create a new refresh token and connect again.',
  scope: 'The refresh token lacks the scope postmaster.traffic.readonly. Create one that has it and connect again.',
  api_disabled: 'The Gmail Postmaster Tools API is disabled in the Google Cloud project. Enable it there.',
  quota: "The Google Cloud project has used up Google's quota. Tidings tries again later.",
  unavailable: 'Google could not be reached or returned an error. Tidings tries again later.',
  unreadable: 'The credentials cannot be decrypted. Was APP_SECRET changed? Connect again.',
  not_verified: 'The Google account has no access to this domain. Add and verify it in Postmaster Tools.',
} as const;

export type GmailProblemCode = keyof typeof GMAIL_PROBLEMS;

/** The words of a stored code. Null without a problem. */
export const problemInWords = (code: string | null): string | null =>
  code === null ? null : (new Map<string, string>(Object.entries(GMAIL_PROBLEMS)).get(code) ?? code);

/** Google's statistics could not be read. Contains nothing that we sent or received. */
export class GmailProblem extends Error {
  readonly code: GmailProblemCode;
  /** Seconds for which Google asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(code: GmailProblemCode, retryAfter?: number) {
    super(GMAIL_PROBLEMS[code]);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
