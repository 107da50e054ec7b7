import type { Config } from '../../config.ts';
import { dataHome } from '../../database/home.ts';
import type { Letter } from '../../domain/members/letters.ts';
import { newId } from '../../ids.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createTransport } from '../transports/create.ts';
import type { Outcome, Transport } from '../transports/transport.ts';
import { composeLetter } from './compose-letter.ts';

type Settings = Pick<Config, 'mailUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>;

/**
 * Sends the installation's own letters to people who sign in: by MAIL_URL, or to the outbox. They are in no ledger: whoever
 * does not get one asks for another.
 */
export class Letterbox {
  readonly publicUrl: string;
  readonly #settings: Settings;
  readonly #outbound: Outbound;
  readonly #given: Transport | undefined;
  #own: Transport | undefined;

  /** `transport`: what they leave by; it stays the caller's to close. */
  constructor(settings: Settings, outbound: Outbound, transport?: Transport) {
    this.publicUrl = settings.publicUrl;
    this.#settings = settings;
    this.#outbound = outbound;
    this.#given = transport;
  }

  /**
   * Sends a letter. Returns where it went, in words. Throws when the server does not take it now; one that it refuses for
   * good, or may have taken, is not sent again.
   */
  async send(letter: Letter): Promise<string> {
    const transport = this.#transport;
    const { message, connection } = await this.#prepare(letter);
    const outcome: Outcome = connection.kind === 'connected' ? await connection.send(message, () => true) : connection;
    if (outcome.kind === 'deferred' || outcome.kind === 'withdrawn') {
      throw new Error(`the letter was not taken: ${'reason' in outcome ? outcome.reason : 'not now'}`);
    }
    return outcome.kind === 'accepted' ? transport.description : `nowhere: ${outcome.reason}`;
  }

  /** Does what sending a letter does until its first byte would leave, so that nobody can tell whether there is a letter. */
  async rehearse(letter: Letter): Promise<void> {
    const { connection } = await this.#prepare(letter);
    if (connection.kind === 'connected') connection.release();
  }

  async close(): Promise<void> {
    await this.#own?.close();
  }

  async #prepare(letter: Letter) {
    const { mailFrom, publicUrl } = this.#settings;
    const from = mailFrom ?? `tidings@${new URL(publicUrl).hostname}`;
    const message = { id: newId(), createdAt: new Date(), sender: from, envelope: { from, to: [letter.to] } };
    const raw = await composeLetter(letter, { from, id: message.id });
    return { message: { ...message, raw }, connection: await this.#transport.connect() };
  }

  get #transport(): Transport {
    if (this.#given) return this.#given;
    this.#own ??= createTransport(this.#settings, dataHome(this.#settings), this.#outbound);
    return this.#own;
  }
}
