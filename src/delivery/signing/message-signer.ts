import { TtlCache } from '../../async/ttl-cache.ts';
import type { ReturnPaths } from '../../crypto/return-paths.ts';
import type { Vault } from '../../crypto/vault.ts';
import type { Database } from '../../database/connect.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import { keyPurpose, readDkimKey } from '../../domain/sending/dkim-key.ts';
import { findSigningDomain } from '../../domain/sending/signing-domain.ts';
import type { Log } from '../../log.ts';
import { domainOf } from '../../validation/email.ts';
import type { OutgoingMessage } from '../transports/transport.ts';
import type { SigningKey } from './dkim.ts';
import { DkimSigner } from './dkim-signer.ts';

/** A new, verified or deleted key takes effect within this time. */
const CACHE = { milliseconds: 15_000, max: 2_000 };

interface MessageSignerOptions {
  db: Database;
  vault: Vault;
  log: Log;
  /** Absent: bounces go to the sender. */
  returnPaths?: ReturnPaths;
}

/** Signs messages with the team's verified key for the sender's domain, and sets the envelope sender for bounces. */
export class MessageSigner {
  readonly #options: MessageSignerOptions;
  readonly #dkim = new DkimSigner();
  readonly #keys = new TtlCache<SigningKey | undefined>(CACHE);

  constructor(options: MessageSignerOptions) {
    this.#options = options;
  }

  /**
   * Adds the signature of the sender's domain or a parent of it, and an envelope sender that names the message (VERP).
   */
  async sign(claim: Claim, message: OutgoingMessage): Promise<OutgoingMessage> {
    const { returnPaths } = this.#options;
    const signature = await this.#signatureOf(claim.teamId, message);
    const envelope = returnPaths ? { ...message.envelope, from: returnPaths.address(claim) } : message.envelope;
    const { ascii } = message;
    return {
      ...message,
      envelope,
      ...(signature && { signature }),
      ...(ascii && { ascii: async () => this.sign(claim, await ascii()) }),
    };
  }

  close(): Promise<void> {
    return this.#dkim.close();
  }

  async #signatureOf(teamId: number, { sender, raw }: OutgoingMessage): Promise<string | undefined> {
    const domain = domainOf(sender);
    const key = await this.#keys.get(`${teamId} ${domain}`, () => this.#load(teamId, domain));
    return key && this.#dkim.sign(raw, key);
  }

  async #load(teamId: number, domain: string): Promise<SigningKey | undefined> {
    const row = await findSigningDomain(this.#options.db, teamId, domain);
    if (!row) return undefined;
    try {
      const key = readDkimKey(this.#options.vault.decrypt(row.privateKey, keyPurpose(teamId, row.id)));
      return { domain: row.domain, selector: row.selector, key };
    } catch {
      this.#options.log.error(
        { domain: row.domain },
        'cannot decrypt a DKIM key (was APP_SECRET changed?); sending unsigned',
      );
      return undefined;
    }
  }
}
