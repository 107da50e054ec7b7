import { NotFoundError } from '../errors.ts';
import { type SignedSubject, SignedSubjects } from './signed-subjects.ts';

/** What a link lets whoever has it do; the name is the begin of its path. */
export type LinkPurpose = 'confirm' | 'unsubscribe' | 'preferences' | 'open' | 'click' | 'view' | 'feedback';

/** Whose link it is: the id of the subscriber, of the message for `open`, `click` and `view`, of the source for `feedback`. */
export type LinkSubject = SignedSubject;

/** 36 bytes in base64url: no bits are left over, so that no two texts are one token. */
const TOKEN = /^[A-Za-z0-9_-]{48}$/;

const OWN_PATH = /^\/(confirm|unsubscribe|preferences|open|click|view)\//;

/** Signed links (docs/adr/0015). */
export class Links {
  readonly #base: string;
  readonly #signed: SignedSubjects;

  /** `base`: the public address, without a slash at its end. */
  constructor(secret: string, base: string) {
    this.#base = base;
    this.#signed = new SignedSubjects(secret);
  }

  /** The absolute address for one purpose. `bound` goes with it in clear, and with nothing else: where a click leads. */
  url(purpose: LinkPurpose, subject: LinkSubject, bound?: string): string {
    const path = `${this.#base}/${purpose}/${this.#token(purpose, subject, bound)}`;
    return bound === undefined ? path : `${path}/${Buffer.from(bound).toString('base64url')}`;
  }

  /** Where a provider reports what became of messages: `/feedback/<provider>/<token>`. */
  feedbackUrl(provider: string, source: LinkSubject): string {
    return `${this.#base}/feedback/${provider}/${this.#token('feedback', source, provider)}`;
  }

  /** Whether an address is one that `url` could have given. */
  isOurs(url: string): boolean {
    return url.startsWith(`${this.#base}/`) && OWN_PATH.test(url.slice(this.#base.length));
  }

  /** What a template finds when it writes to a subscriber. */
  variables(subject: LinkSubject): { unsubscribe_url: string; preferences_url: string; confirmation_url: string } {
    return {
      unsubscribe_url: this.url('unsubscribe', subject),
      preferences_url: this.url('preferences', subject),
      confirmation_url: this.url('confirm', subject),
    };
  }

  /** Whose token it is. Throws NotFoundError for all but what `url` gave for this very purpose. */
  read(purpose: LinkPurpose, token: string, bound?: string): LinkSubject {
    const subject = TOKEN.test(token) && this.#signed.read(purpose, Buffer.from(token, 'base64url'), bound);
    if (!subject) throw new NotFoundError();
    return subject;
  }

  /**
   * Whose token it is, and what `url` bound to it. The text must be the very one that `url` wrote: decoding overlooks whatever
   * is no base64url, and a link with something added would still be good. Throws NotFoundError.
   */
  readBound(purpose: LinkPurpose, token: string, text: string): { subject: LinkSubject; bound: string } {
    const bound = Buffer.from(text, 'base64url').toString();
    if (Buffer.from(bound).toString('base64url') !== text) throw new NotFoundError();
    return { subject: this.read(purpose, token, bound), bound };
  }

  #token(purpose: LinkPurpose, subject: LinkSubject, bound?: string): string {
    return this.#signed.sign(purpose, subject, bound).toString('base64url');
  }
}
