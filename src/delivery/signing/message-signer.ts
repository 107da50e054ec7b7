import { TtlCache } from '../../async/ttl-cache.ts';
import type { Vault } from '../../crypto/vault.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { keyPurpose, readDkimKey } from '../../domain/sending/dkim-key.ts';
import type { Log } from '../../log.ts';
import type { OutgoingMessage } from '../transports/transport.ts';
import type { SigningKey } from './dkim.ts';
import { DkimSigner } from './dkim-signer.ts';

/** A key that was added, verified or deleted shows in what is sent within this time. */
const KEPT = { milliseconds: 15_000, max: 2_000 };

interface Row {
  id: string;
  domain: string;
  selector: string;
  privateKey: Uint8Array;
}

/** Signs messages with the key of the team that sends them, where their domain has one in DNS. */
export class MessageSigner {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #log: Log;
  readonly #signer = new DkimSigner();
  readonly #kept = new TtlCache<SigningKey | undefined>(KEPT);

  constructor(db: Database, vault: Vault, log: Log) {
    this.#db = db;
    this.#vault = vault;
    this.#log = log;
  }

  /** The message, signed when there is a key for the domain of its sender, or for one above it. */
  async sign(teamId: number, message: OutgoingMessage): Promise<OutgoingMessage> {
    const { sender } = message;
    const domain = sender.slice(sender.lastIndexOf('@') + 1);
    const key = await this.#kept.get(`${teamId} ${domain}`, () => this.#load(teamId, domain));
    if (!key) return message;
    const header = await this.#signer.sign(message.raw, key);
    return { ...message, raw: Buffer.concat([Buffer.from(header, 'latin1'), message.raw]) };
  }

  close(): Promise<void> {
    return this.#signer.close();
  }

  async #load(teamId: number, domain: string): Promise<SigningKey | undefined> {
    const labels = domain.split('.');
    const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
    const [row] = await run<Row>(
      this.#db,
      sql`select id::text, domain, selector, private_key as "privateKey" from sending_domains
          where team_id = ${teamId} and domain = any(${names}::text[]) and verified_at is not null
          order by length(domain) desc limit 1`,
    );
    if (!row) return undefined;
    try {
      const key = readDkimKey(this.#vault.decrypt(row.privateKey, keyPurpose(teamId, row.id)));
      return { domain: row.domain, selector: row.selector, key };
    } catch {
      this.#log.error({ domain: row.domain }, 'a DKIM key cannot be read: was APP_SECRET changed? Sending unsigned');
      return undefined;
    }
  }
}
