import { verify, X509Certificate } from 'node:crypto';
import { TtlCache } from '../../async/ttl-cache.ts';
import { parseUrl } from '../../network/parse-url.ts';
import { type Loose, textAt } from './json.ts';
import { CallError } from './provider.ts';

/** The signed keys in their order, by message type. */
const SIGNED: Record<string, readonly string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

const ALGORITHMS: Record<string, string> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

const AMAZON = /^sns\.[a-z]{2}(?:-[a-z]+)+-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;

const PATIENCE_MS = 5_000;
const LARGEST = 64 * 1024;
const CACHE = { milliseconds: 6 * 3_600_000, max: 20 };

/** The parts of Amazon's notification service (SNS) that we need: verifying messages, and confirming subscriptions. */
export class Sns {
  readonly #origin: string | undefined;
  readonly #certificates = new TtlCache<X509Certificate>(CACHE);

  /** `origin`: fetch only from this origin instead of Amazon's. */
  constructor(origin?: string) {
    this.#origin = origin;
  }

  /** Whether Amazon signed a message. Throws CallError when the certificate cannot be fetched now. */
  async isGenuine(message: Loose): Promise<boolean> {
    const [type, version] = [textAt(message, 'Type'), textAt(message, 'SignatureVersion')];
    const address = this.#allowed(textAt(message, 'SigningCertURL'), /^\/[\w.-]+\.pem$/);
    if (!Object.hasOwn(SIGNED, type) || !Object.hasOwn(ALGORITHMS, version) || !address) return false;
    const certificate = await this.#certificates.get(address, async () => readCertificate(await this.#fetch(address)));
    const text = SIGNED[type]!.filter((key) => typeof message[key] === 'string').map(
      (key) => `${key}\n${message[key]}\n`,
    );
    const signature = Buffer.from(textAt(message, 'Signature'), 'base64');
    return verify(ALGORITHMS[version], Buffer.from(text.join('')), certificate.publicKey, signature);
  }

  /** Fetches the URL that confirms a subscription. Throws CallError. */
  async confirm(address: string): Promise<void> {
    const url = this.#allowed(address, /^\/\?/);
    if (!url) throw new CallError(403, 'The confirmation address does not belong to SNS.');
    await this.#fetch(url);
  }

  /** The URL if it is Amazon's, else undefined. The sender of a message must not choose what we fetch. */
  #allowed(address: string, path: RegExp): string | undefined {
    const url = parseUrl(address);
    if (!url) return undefined;
    const ours = this.#origin ? url.origin === this.#origin : url.protocol === 'https:' && AMAZON.test(url.host);
    return ours && !url.username && !url.password && path.test(url.pathname + url.search) ? url.href : undefined;
  }

  /** Follows no redirects, and reads no more than a certificate needs. */
  async #fetch(address: string): Promise<Buffer> {
    try {
      const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of answer.body ?? []) {
        length += chunk.length;
        if (length > LARGEST) throw new Error('the answer is too large');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } catch {
      throw new CallError(503, 'SNS cannot be reached. Try again later.');
    }
  }
}

function readCertificate(pem: Buffer): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new CallError(503, 'The SNS certificate cannot be read. Try again later.');
  }
}
