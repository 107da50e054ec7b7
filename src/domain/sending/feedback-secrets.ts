import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { ValidationError } from '../../errors.ts';

export const FEEDBACK_PROVIDERS = ['ses', 'postmark', 'mailgun', 'sendgrid', 'generic'] as const;

export type FeedbackProvider = (typeof FEEDBACK_PROVIDERS)[number];

interface SecretRule {
  /** Absent if only the provider can create the secret. */
  make?: () => string;
  isValid(secret: string): boolean;
  problem: string;
}

const TOPIC = /^arn:aws[a-z-]*:sns:[a-z0-9-]{1,32}:\d{12}:[A-Za-z0-9_-]{1,256}(\.fifo)?$/;
const PASSWORD = /^[A-Za-z0-9_~.-]{16,200}$/;
const SIGNING_KEY = /^[\x21-\x7e]{16,200}$/;

/** The secret that authenticates each provider's calls. */
const RULES: Record<FeedbackProvider, SecretRule> = {
  ses: {
    isValid: (secret) => TOPIC.test(secret),
    problem: 'must be the ARN of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:bounces.',
  },
  postmark: {
    make: () => randomBytes(24).toString('base64url'),
    isValid: (secret) => PASSWORD.test(secret),
    problem: 'must be 16 to 200 letters, digits, dots, dashes and underscores.',
  },
  mailgun: {
    isValid: (secret) => SIGNING_KEY.test(secret),
    problem: 'must be the webhook signing key of Mailgun: 16 to 200 characters without spaces.',
  },
  sendgrid: {
    isValid: (secret) => readVerificationKey(secret) !== undefined,
    problem: 'must be the verification key of SendGrid: a P-256 public key in base64.',
  },
  generic: {
    make: () => `whsec_${randomBytes(32).toString('base64')}`,
    isValid: (secret) => readStandardSecret(secret) !== undefined,
    problem: 'must be whsec_ and 24 to 64 bytes in base64.',
  },
};

/** Returns the given secret, or a new one. Throws ValidationError. */
export function validateSecret(provider: FeedbackProvider, given?: string): { secret: string; made: boolean } {
  const { make, isValid, problem } = RULES[provider];
  if (given === undefined) {
    if (!make)
      throw new ValidationError([{ path: ['secret'], problem: `is required: ${problem.replace('must be ', '')}` }]);
    return { secret: make(), made: true };
  }
  const secret = given.trim();
  if (!isValid(secret)) throw new ValidationError([{ path: ['secret'], problem }]);
  return { secret, made: false };
}

/** Reads SendGrid's key: SubjectPublicKeyInfo in base64, with or without PEM lines. Undefined if it is invalid. */
export function readVerificationKey(text: string): KeyObject | undefined {
  try {
    const der = Buffer.from(text.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the key in a secret of Standard Webhooks, or undefined. */
export function readStandardSecret(text: string): Buffer | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(base64 ?? '', 'base64');
  return key.length >= 24 && key.length <= 64 ? key : undefined;
}

/** The purpose with which the vault encrypts a source's secret. */
export const secretPurpose = (teamId: number, id: string): string => `feedback ${teamId} ${id}`;
