import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { logIn } from '../../network/smtp-login.ts';
import type { MailServer } from './mail-url.ts';

const GOODBYE_MS = 2_000;
const IDLE_MS = 15_000;
/** Many servers count messages per connection and answer 421 beyond some number. */
const MESSAGES = 100;

/** A connection, logged in, that one message at a time may use. */
export interface Session {
  connection: SMTPConnection;
  /** Messages so far. */
  used: number;
  alive: boolean;
  /** Waits for the server longer than is usual. */
  slow?: boolean;
  idle?: NodeJS.Timeout;
}

/** A part of the connections that may be opened besides, in the place of slow ones. */
const SPARE = 4;

/** How many sessions there may be at most, while slow ones hold some of the `connections`. */
export const concurrencyOf = (connections: number): number => connections + Math.ceil(connections / SPARE);

/**
 * At most so many sessions with one server, kept open for the next message. One that a slow recipient holds does not
 * count, up to a quarter of them: else a handful of servers that make us wait would hold up the mail to all others.
 */
export class Sessions {
  readonly #server: MailServer;
  readonly #idle: Session[] = [];
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #slow = 0;
  #closed = false;

  constructor(server: MailServer) {
    this.#server = server;
  }

  /** Waits for its turn. Throws the connection's own error. `fresh`: not one that was used before. */
  async take(fresh = false): Promise<Session> {
    while (this.#full && !this.#closed) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#closed) throw new Error('The transport is closed.');
    this.#taken += 1;
    const kept = fresh ? undefined : this.#idle.pop();
    if (kept) {
      clearTimeout(kept.idle);
      return kept;
    }
    try {
      if (fresh) for (const session of this.#idle.splice(0)) this.#end(session);
      return await this.#open();
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  /** Says that the server lets a session wait: another may be opened in its place. */
  slow(session: Session): void {
    session.slow = true;
    this.#slow += 1;
    if (!this.#full) this.#waiting.shift()?.();
  }

  /** Gives a session back: to be kept when it is still good, closed otherwise. */
  give(session: Session, good: boolean): void {
    session.used += 1;
    if (session.slow) this.#slow -= 1;
    session.slow = false;
    if (good && session.alive && session.used < MESSAGES && !this.#closed) {
      session.idle = setTimeout(() => this.#end(session), IDLE_MS);
      this.#idle.push(session);
    } else {
      this.#end(session);
    }
    this.#free();
  }

  close(): void {
    this.#closed = true;
    for (const wake of this.#waiting.splice(0)) wake();
    for (const session of this.#idle.splice(0)) this.#end(session);
  }

  get #full(): boolean {
    const { connections } = this.#server;
    return this.#taken >= Math.min(connections + this.#slow, concurrencyOf(connections));
  }

  #free(): void {
    this.#taken -= 1;
    this.#waiting.shift()?.();
  }

  #end(session: Session): void {
    clearTimeout(session.idle);
    const index = this.#idle.indexOf(session);
    if (index >= 0) this.#idle.splice(index, 1);
    if (!session.alive) return;
    session.connection.quit();
    setTimeout(() => session.connection.close(), GOODBYE_MS).unref(); // for a server that answers no goodbye
  }

  async #open(): Promise<Session> {
    const session: Pick<Session, 'used' | 'alive'> & Partial<Session> = { used: 0, alive: true };
    const ended = () => {
      session.alive = false;
      if (session.connection) this.#end(session as Session);
    };
    return Object.assign(session, { connection: await logIn(this.#server, ended) });
  }
}
