import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '../../config.ts';
import { dataHome } from '../../database/home.ts';
import type { AccountEmail } from '../../domain/members/account-emails.ts';
import { newId } from '../../ids.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { domainOf } from '../../validation/email.ts';
import { createTransport } from '../transports/create.ts';
import type { Outcome, Transport } from '../transports/transport.ts';

type Settings = Pick<Config, 'mailUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>;

/**
 * Sends account e-mails by MAIL_URL, or to the outbox. They are not in the ledger: a user who does not get one requests another.
 */
export class AccountMailer {
  readonly publicUrl: string;
  readonly #settings: Settings;
  readonly #outbound: Outbound;
  readonly #given: Transport | undefined;
  #own: Transport | undefined;

  /** `transport`: the transport to use; the caller closes it. */
  constructor(settings: Settings, outbound: Outbound, transport?: Transport) {
    this.publicUrl = settings.publicUrl;
    this.#settings = settings;
    this.#outbound = outbound;
    this.#given = transport;
  }

  /**
   * Sends an account e-mail. Returns a description of the transport. Throws for a temporary refusal. After a permanent refusal,
   * or if the server may have accepted it, it is not sent again.
   */
  async send(mail: AccountEmail): Promise<string> {
    const transport = this.#transport;
    const { message, connection } = await this.#prepare(mail);
    const outcome: Outcome = connection.kind === 'connected' ? await connection.send(message, () => true) : connection;
    if (outcome.kind === 'deferred' || outcome.kind === 'withdrawn') {
      throw new Error(`the account e-mail was not accepted: ${'reason' in outcome ? outcome.reason : 'not now'}`);
    }
    return outcome.kind === 'accepted' ? transport.description : `nowhere: ${outcome.reason}`;
  }

  /** Does everything that sending does up to the first byte, so that callers cannot tell whether an e-mail was sent. */
  async rehearse(mail: AccountEmail): Promise<void> {
    const { connection } = await this.#prepare(mail);
    if (connection.kind === 'connected') connection.release();
  }

  async close(): Promise<void> {
    await this.#own?.close();
  }

  async #prepare(mail: AccountEmail) {
    const { mailFrom, publicUrl } = this.#settings;
    const from = mailFrom ?? `tidings@${new URL(publicUrl).hostname}`;
    const message = { id: newId(), createdAt: new Date(), sender: from, envelope: { from, to: [mail.to] } };
    const raw = await composeAccountEmail(mail, { from, id: message.id });
    return { message: { ...message, raw }, connection: await this.#transport.connect() };
  }

  get #transport(): Transport {
    if (this.#given) return this.#given;
    this.#own ??= createTransport(this.#settings, dataHome(this.#settings), this.#outbound);
    return this.#own;
  }
}

/** An account e-mail as a message, in text and HTML. */
function composeAccountEmail(
  { to, subject, text, html }: AccountEmail,
  { from, id }: { from: string; id: string },
): Promise<Buffer> {
  const mail = new MailComposer({
    from: { name: 'Tidings', address: from },
    to,
    subject,
    text,
    html: html.text,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return mail.compile().build();
}
