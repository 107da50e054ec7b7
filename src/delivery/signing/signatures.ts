import { type Database, run, sql } from '../../database/connect.ts';
import { keyPurpose, readDkimKey } from '../../domain/sending/dkim-key.ts';
import type { Log } from '../../log.ts';
import type { Vault } from '../../vault.ts';
import type { OutgoingMessage } from '../transports/transport.ts';
import type { SigningKey } from './dkim.ts';
import { Signer } from './signer.ts';

/** A key that was added, verified or deleted shows in what is sent within this time. */
const KEPT_MS = 15_000;
const MOST_KEPT = 2_000;

interface Row {
  id: string;
  domain: string;
  selector: string;
  privateKey: Uint8Array;
}

/** Signs messages with the key of the team that sends them, where their domain has one in DNS. */
export class Signatures {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #log: Log;
  readonly #signer = new Signer();
  readonly #known = new Map<string, { until: number; key: Promise<SigningKey | undefined> }>();

  constructor(db: Database, vault: Vault, log: Log) {
    this.#db = db;
    this.#vault = vault;
    this.#log = log;
  }

  /** The message, signed when there is a key for the domain of its sender, or for one above it. */
  async sign(teamId: number, message: OutgoingMessage): Promise<OutgoingMessage> {
    const { sender } = message;
    const key = await this.#keyFor(teamId, sender.slice(sender.lastIndexOf('@') + 1));
    if (!key) return message;
    const header = await this.#signer.sign(message.raw, key);
    return { ...message, raw: Buffer.concat([Buffer.from(header, 'latin1'), message.raw]) };
  }

  close(): Promise<void> {
    return this.#signer.close();
  }

  #keyFor(teamId: number, domain: string): Promise<SigningKey | undefined> {
    const name = `${teamId} ${domain}`;
    const now = Date.now();
    const known = this.#known.get(name);
    if (known && known.until > now) return known.key;
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    const key = this.#load(teamId, domain);
    this.#known.set(name, { until: now + KEPT_MS, key });
    key.catch(() => this.#known.delete(name));
    return key;
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
      const key = readDkimKey(this.#vault.open(row.privateKey, keyPurpose(teamId, row.id)));
      return { domain: row.domain, selector: row.selector, key };
    } catch {
      this.#log.error({ domain: row.domain }, 'a DKIM key cannot be read: was APP_SECRET changed? Sending unsigned');
      return undefined;
    }
  }
}
