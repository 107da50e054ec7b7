import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer =>
  Buffer.concat([value.length < 24 ? Buffer.from([0x40 | value.length]) : Buffer.from([0x58, value.length]), value]);

/** A key of an authenticator, as in a phone: user present and verified, no attestation (WebAuthn, level 2). */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #api: TestApp;

  constructor(api: TestApp) {
    this.#api = api;
  }

  get #origin(): string {
    return new URL(this.#api.installation.config.publicUrl).origin;
  }

  /** Adds a passkey to the signed-in account. Returns the status. */
  async add(browser: Browser, headers: Record<string, string> = {}): Promise<number> {
    const { challenge } = JSON.parse((await browser.post('/account/passkeys/options')).text);
    const clientDataJSON = this.#clientData('webauthn.create', challenge);
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const [first, second] = [x, y].map((part) => bytes(Buffer.from(part!, 'base64url'))) as [Buffer, Buffer];
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a key on P-256 for ES256.
    const key = Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      ...[first, Buffer.from([0x22]), second],
    ]);
    const known = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const authData = Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([0x45, 0, 0, 0, 0]), known]);
    const size = Buffer.from([0x58, authData.length]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), size, authData],
    ]);
    return this.#send(browser, '/account/passkeys', headers, {
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    });
  }

  /** Signs a browser in. Returns the status. */
  async signIn(browser: Browser, headers: Record<string, string> = {}): Promise<number> {
    return this.answer(browser, await this.challengeFor(browser), headers);
  }

  /** A new challenge for a browser that is signing in. */
  async challengeFor(browser: Browser): Promise<string> {
    return JSON.parse((await browser.post('/sign-in/passkey/options')).text).challenge;
  }

  /** Answers a challenge from a browser. Returns the status. */
  async answer(browser: Browser, challenge: string, headers: Record<string, string> = {}): Promise<number> {
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const authenticatorData = Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([0x05, 0, 0, 0, 0])]);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    return this.#send(browser, '/sign-in/passkey', headers, {
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  async #send(browser: Browser, url: string, headers: Record<string, string>, response: object): Promise<number> {
    const id = this.id.toString('base64url');
    const answer = await this.#api.app.inject({
      ...{ method: 'POST', url, headers: { ...browser.headers, ...headers } },
      payload: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    });
    for (const { name, value } of answer.cookies) browser.cookies.set(name, value);
    expect(answer.statusCode, answer.payload).toBeLessThan(500);
    return answer.statusCode;
  }
}
