import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { ValidationError } from '../../errors.ts';

export const FEEDBACK_PROVIDERS = ['ses', 'postmark', 'mailgun', 'sendgrid', 'generic'] as const;

export type FeedbackProvider = (typeof FEEDBACK_PROVIDERS)[number];

interface SecretRule {
  /** Absent where only the provider can give it. */
  make?: () => string;
  fits(secret: string): boolean;
  problem: string;
}

const TOPIC = /^arn:aws[a-z-]*:sns:[a-z0-9-]{1,32}:\d{12}:[A-Za-z0-9_-]{1,256}(\.fifo)?$/;
const PASSWORD = /^[A-Za-z0-9_~.-]{16,200}$/;
const SIGNING_KEY = /^[\x21-\x7e]{16,200}$/;

/** What each provider proves itself with. */
const RULES: Record<FeedbackProvider, SecretRule> = {
  ses: {
    fits: (secret) => TOPIC.test(secret),
    problem: 'must be the ARN of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:bounces.',
  },
  postmark: {
    make: () => randomBytes(24).toString('base64url'),
    fits: (secret) => PASSWORD.test(secret),
    problem: 'must be 16 to 200 letters, digits, dots, dashes and underscores.',
  },
  mailgun: {
    fits: (secret) => SIGNING_KEY.test(secret),
    problem: 'must be the webhook signing key of Mailgun: 16 to 200 characters without spaces.',
  },
  sendgrid: {
    fits: (secret) => readVerificationKey(secret) !== undefined,
    problem: 'must be the verification key of SendGrid: a P-256 public key in base64.',
  },
  generic: {
    make: () => `whsec_${randomBytes(32).toString('base64')}`,
    fits: (secret) => readStandardSecret(secret) !== undefined,
    problem: 'must be whsec_ and 24 to 64 bytes in base64.',
  },
};

/** The secret to keep: the one given, or one that is made when none is. Throws ValidationError. */
export function validateSecret(provider: FeedbackProvider, given?: string): { secret: string; made: boolean } {
  const { make, fits, problem } = RULES[provider];
  if (given === undefined) {
    if (!make)
      throw new ValidationError([{ path: ['secret'], problem: `is required: ${problem.replace('must be ', '')}` }]);
    return { secret: make(), made: true };
  }
  const secret = given.trim();
  if (!fits(secret)) throw new ValidationError([{ path: ['secret'], problem }]);
  return { secret, made: false };
}

/** SendGrid's key: SubjectPublicKeyInfo in base64, with or without the lines of PEM around it. */
export function readVerificationKey(text: string): KeyObject | undefined {
  try {
    const der = Buffer.from(text.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The key in a secret of Standard Webhooks. */
export function readStandardSecret(text: string): Buffer | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(base64 ?? '', 'base64');
  return key.length >= 24 && key.length <= 64 ? key : undefined;
}

/** What a source's secret is sealed for. */
export const secretPurpose = (teamId: number, id: string): string => `feedback ${teamId} ${id}`;
