import { setMaxListeners } from 'node:events';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Slots } from '../../async/slots.ts';
import { mostInTransit } from '../../domain/transports/route-table.ts';
import { logIn } from '../../network/smtp-login.ts';
import type { MailServer } from './mail-url.ts';

const GOODBYE_MS = 2_000;
const IDLE_MS = 15_000;
/** Many servers count messages per connection and answer 421 beyond some number. */
const MESSAGES = 100;

/** A logged-in connection, used by one message at a time. */
export interface Session {
  connection: SMTPConnection;
  /** How many messages were sent on it. */
  used: number;
  alive: boolean;
  /** Whether it has waited unusually long for the server. */
  slow?: boolean;
  idle?: NodeJS.Timeout;
}

/**
 * A pool of sessions with one server, kept open for the next message. Slow sessions do not count towards the limit, up
 * to a quarter of it; otherwise a few slow recipients would block the mail to all others.
 */
export class Sessions {
  readonly #server: MailServer;
  readonly #idle: Session[] = [];
  readonly #busy = new Set<Session>();
  readonly #closing = new AbortController();
  readonly #slots: Slots;
  #slow = 0;
  #retired = false;

  constructor(server: MailServer) {
    this.#server = server;
    const { connections } = server;
    this.#slots = new Slots(() => Math.min(connections + this.#slow, mostInTransit(connections)));
    setMaxListeners(0, this.#closing.signal); // one for each session that is being opened
  }

  /** Waits for a free session, urgent messages before others. Throws the connection's own error. `fresh`: only a new session. */
  async take({ fresh = false, isUrgent = false } = {}): Promise<Session> {
    const isServed = !this.isClosed && (await this.#slots.take(isUrgent));
    if (!isServed) throw new Error('The transport is closed.');
    const session = fresh ? undefined : this.#idle.pop();
    if (session) {
      clearTimeout(session.idle);
      this.#busy.add(session);
      return session;
    }
    try {
      if (fresh) for (const used of this.#idle.splice(0)) this.#end(used);
      const opened = await this.#open();
      this.#busy.add(opened);
      return opened;
    } catch (error) {
      this.#slots.release();
      throw error;
    }
  }

  /** Marks a session as slow, so that a spare one may be opened. */
  slow(session: Session): void {
    session.slow = true;
    this.#slow += 1;
    this.#slots.serve();
  }

  /** Returns a session to the pool, or closes it if it is not `good`. */
  give(session: Session, good: boolean): void {
    session.used += 1;
    this.#busy.delete(session);
    if (session.slow) this.#slow -= 1;
    session.slow = false;
    if (good && session.alive && session.used < MESSAGES && !this.#retired && !this.isClosed) {
      session.idle = setTimeout(() => this.#end(session), IDLE_MS);
      this.#idle.push(session);
    } else {
      this.#end(session);
    }
    this.#slots.release();
  }

  /** Ends idle sessions, and from now on each session after its message. */
  retire(): void {
    this.#retired = true;
    for (const session of this.#idle.splice(0)) this.#end(session);
  }

  /** Ends all sessions, including those that wait for an answer. */
  close(): void {
    this.#closing.abort();
    this.#slots.sendAway();
    for (const session of this.#idle.splice(0)) this.#end(session);
    for (const { connection } of this.#busy) connection.close();
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #end(session: Session): void {
    clearTimeout(session.idle);
    const index = this.#idle.indexOf(session);
    if (index >= 0) this.#idle.splice(index, 1);
    if (!session.alive) return;
    session.connection.quit();
    setTimeout(() => session.connection.close(), GOODBYE_MS).unref(); // in case the server does not answer QUIT
  }

  async #open(): Promise<Session> {
    const session: Pick<Session, 'used' | 'alive'> & Partial<Session> = { used: 0, alive: true };
    const ended = () => {
      session.alive = false;
      if (session.connection) this.#end(session as Session);
    };
    return Object.assign(session, { connection: await logIn(this.#server, ended, this.#closing.signal) });
  }
}
