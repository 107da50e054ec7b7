import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from './mail-url.ts';

const CONNECT_MS = 10_000;
/** Silence after which the other side counts as gone. Giving up on one that still works would send the message twice. */
const SILENCE_MS = 120_000;
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
  idle?: NodeJS.Timeout;
}

/** At most so many sessions with one server, kept open for the next message. */
export class Sessions {
  readonly #server: MailServer;
  readonly #idle: Session[] = [];
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #closed = false;

  constructor(server: MailServer) {
    this.#server = server;
  }

  /** Waits for its turn. Throws the connection's own error. `fresh`: not one that was used before. */
  async take(fresh = false): Promise<Session> {
    while (this.#taken >= this.#server.connections && !this.#closed) {
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

  /** Gives a session back: to be kept when it is still good, closed otherwise. */
  give(session: Session, good: boolean): void {
    session.used += 1;
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

  #open(): Promise<Session> {
    const { host, port, secure, login } = this.#server;
    const connection = new SMTPConnection({
      host,
      port,
      secure,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      logger: false,
    });
    const session: Session = { connection, used: 0, alive: true };
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        session.alive = false;
        reject(error); // before the closing, which tells of an end without its reason
        connection.close();
      };
      connection.on('error', fail);
      connection.once('end', () => {
        this.#end(Object.assign(session, { alive: false }));
        reject(new Error('The connection was closed.'));
      });
      connection.connect((error) => {
        if (error) return fail(error);
        if (!login) return resolve(session);
        const credentials = { user: login.user, pass: login.password };
        connection.login({ credentials }, (refusal) => (refusal ? fail(refusal) : resolve(session)));
      });
    });
  }
}
