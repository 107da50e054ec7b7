import { NotFoundError } from '../errors.ts';
import { dashed } from '../ids.ts';
import type { Secrets } from './secrets.ts';
import { type SignedSubject, SignedSubjects } from './signed-subjects.ts';

/** The purpose of a link: what its holder may do. It is also the first segment of the link's path. */
export type LinkPurpose =
  | 'confirm'
  | 'unsubscribe'
  | 'preferences'
  | 'open'
  | 'click'
  | 'more'
  | 'view'
  | 'data'
  | 'report'
  | 'feedback';

/**
 * The subject of a link: a message for `open`, `click`, `more` (the hidden link) and `view`, a source for `feedback`, a campaign for
 * `report`, else a subscriber.
 */
export type LinkSubject = SignedSubject;

/** The subject of a link in a campaign's message: the subscriber, and the message, which may have been deleted. */
export interface LinkOfMessage extends LinkSubject {
  messageId?: string;
}

/** 36 bytes in base64url. No bits are left over, so each token has exactly one spelling. */
const TOKEN = /^[A-Za-z0-9_-]{48}$/;

/** Replaces the token in the links of test e-mails. */
export const TEST = 'test';
/** Replaces the token in the links of messages that are shown to the team. */
export const SHOWN = 'shown';
/** 22 letters in base64url. */
const MESSAGE = /^[A-Za-z0-9_-]{30}$/;

const OWN_PATH = /^\/(confirm|unsubscribe|preferences|open|click|more|view|data|report)\//;

/** Signed links (docs/adr/0015). */
export class Links {
  readonly #base: string;
  /** Absent for links without tokens. */
  readonly #signed?: SignedSubjects;

  /** `base`: the public URL, without a trailing slash. */
  constructor(secrets: Secrets | undefined, base: string) {
    this.#base = base;
    if (secrets) this.#signed = new SignedSubjects(secrets);
  }

  /**
   * The same links with a word instead of each token, for showing a message to the team: they open nothing. A text bound to one, such
   * as the target of a click, stays readable.
   */
  withoutTokens(): Links {
    return new Links(undefined, this.#base);
  }

  /** The base URL of links, without a trailing slash. */
  get publicUrl(): string {
    return this.#base;
  }

  /** The base URL of our own pictures, without a trailing slash. */
  get picturesUrl(): string {
    return `${this.#base}/pictures`;
  }

  /** The absolute URL for one purpose. `bound` is readable in it and covered by the signature, such as a click's target. */
  url(purpose: LinkPurpose, subject: LinkSubject, bound?: string): string {
    const path = `${this.#base}/${purpose}/${this.#token(purpose, subject, bound)}`;
    return bound === undefined ? path : `${path}/${Buffer.from(bound).toString('base64url')}`;
  }

  /** The URL for a provider's bounce and complaint reports: `/feedback/<provider>/<token>`. */
  feedbackUrl(provider: string, source: LinkSubject): string {
    return `${this.#base}/feedback/${provider}/${this.#token('feedback', source, provider)}`;
  }

  /**
   * The URL of a subscriber in a campaign's message, which names both (docs/adr/0061): an unsubscribe by it is credited to the
   * message, and it works even after the message was deleted.
   */
  ofMessage(purpose: 'unsubscribe' | 'preferences', { messageId, ...subscriber }: LinkOfMessage): string {
    return this.url(purpose, subscriber, messageId && shortened(messageId));
  }

  /** The subject in the rest of such a URL, or of one that names only a subscriber. Throws NotFoundError. */
  readOfMessage(purpose: LinkPurpose, rest: string): LinkOfMessage {
    const [token = '', text, ...more] = rest.split('/');
    if (text === undefined) return this.read(purpose, token);
    if (!MESSAGE.test(text) || more.length > 0) throw new NotFoundError();
    const { subject, bound } = this.readBound(purpose, token, text);
    return { ...subject, messageId: lengthened(bound) };
  }

  /**
   * The URL where a person downloads or erases their data, for a link sent to their own mailbox. `until`: in seconds since 1970.
   */
  ofData(subscriber: LinkSubject, until: number): string {
    return this.url('data', subscriber, String(until));
  }

  /** The subject of such a URL, from its two parts. Throws NotFoundError, including for an expired link. */
  readData(token: string, text: string, now: Date): LinkSubject {
    const { subject, bound } = this.readBound('data', token, text);
    if (!(Number(bound) * 1000 > now.getTime())) throw new NotFoundError();
    return subject;
  }

  /** The URL of a campaign's report for anyone who has it. It names when it was made: revoking and sharing again makes another. */
  ofReport(campaign: LinkSubject, sharedAt: Date): string {
    return this.url('report', campaign, String(sharedAt.getTime()));
  }

  /** The campaign of such a URL, from its two parts, and when it was made. Throws NotFoundError. */
  readReport(token: string, text: string): { subject: LinkSubject; sharedAt: Date } {
    const { subject, bound } = this.readBound('report', token, text);
    return { subject, sharedAt: new Date(Number(bound)) };
  }

  /** Whether `url` could have built this URL. */
  isOurs(url: string): boolean {
    return url.startsWith(`${this.#base}/`) && OWN_PATH.test(url.slice(this.#base.length));
  }

  /** The link variables of a template rendered for a subscriber, in a campaign's message if there is one. */
  variables(subject: LinkOfMessage): { unsubscribe_url: string; preferences_url: string; confirmation_url: string } {
    const { teamId, id } = subject;
    return {
      unsubscribe_url: this.ofMessage('unsubscribe', subject),
      preferences_url: this.ofMessage('preferences', subject),
      confirmation_url: this.url('confirm', { teamId, id }),
    };
  }

  /**
   * The same variables, and the URL of the message's page, for messages without a recipient: they look like real ones. Those of a
   * preview lead nowhere; those of a test show a page and change nothing.
   */
  inert(kind: 'preview' | typeof TEST = 'preview'): ReturnType<Links['variables']> & { view_url: string } {
    const url = (purpose: LinkPurpose) => `${this.#base}/${purpose}/${kind}`;
    return {
      unsubscribe_url: url('unsubscribe'),
      preferences_url: url('preferences'),
      confirmation_url: url('confirm'),
      view_url: url('view'),
    };
  }

  /** The subject of a token. Throws NotFoundError unless `url` built the token for this purpose. */
  read(purpose: LinkPurpose, token: string, bound?: string): LinkSubject {
    const subject = TOKEN.test(token) && this.#signed?.read(purpose, Buffer.from(token, 'base64url'), bound);
    if (!subject) throw new NotFoundError();
    return subject;
  }

  /**
   * The subject of a token, and the text that `url` bound to it. The encoded text must match exactly, because decoding skips
   * characters outside base64url and would accept a link with additions. Throws NotFoundError.
   */
  readBound(purpose: LinkPurpose, token: string, text: string): { subject: LinkSubject; bound: string } {
    const bound = Buffer.from(text, 'base64url').toString();
    if (Buffer.from(bound).toString('base64url') !== text) throw new NotFoundError();
    return { subject: this.read(purpose, token, bound), bound };
  }

  #token(purpose: LinkPurpose, subject: LinkSubject, bound?: string): string {
    return this.#signed?.sign(purpose, subject, bound).toString('base64url') ?? SHOWN;
  }
}

/** An id as 22 letters, to keep URLs short. */
const shortened = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const lengthened = (short: string): string => dashed(Buffer.from(short, 'base64url').toString('hex'));
