import { connect, type Socket } from 'node:net';

/** Speaks SMTP line by line, for commands that no well-behaved client sends. */
export class SmtpClient {
  readonly socket: Socket;
  #text = '';
  #closed = false;
  #wake: () => void = () => {};

  private constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1');
      this.#wake();
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  /** Connected and greeted; `greeting` is the server's first line. */
  static async open(port: number): Promise<{ client: SmtpClient; greeting: string }> {
    const client = new SmtpClient(port);
    return { client, greeting: await client.reply() };
  }

  /** Sends a line and returns the reply: "250 Accepted"; empty when the server closed the connection. */
  async say(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`, 'latin1');
    return this.reply();
  }

  /** Sends a whole e-mail; returns the first refusal, else the reply to the final dot. */
  async send(from: string, to: readonly string[], mail: string | Buffer): Promise<string> {
    for (const line of ['EHLO mx.test', `MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA']) {
      const reply = await this.say(line);
      if (!/^[23]/.test(reply)) return reply;
    }
    this.socket.write(wireFormat(mail));
    return this.reply();
  }

  /** The next reply, its last line. */
  async reply(): Promise<string> {
    for (;;) {
      const [whole, line] = /^(?:\d{3}-.*\r\n)*(\d{3} .*|\d{3})\r\n/.exec(this.#text) ?? [];
      if (whole !== undefined) {
        this.#text = this.#text.slice(whole.length);
        return line!;
      }
      if (this.#closed) return '';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.socket.destroy();
  }
}

/** An e-mail in its wire format, with its final dot. Text already in that format is not copied. */
export const wireFormat = (mail: string | Buffer): Buffer =>
  typeof mail === 'string'
    ? Buffer.from(`${mail.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')}\r\n.\r\n`, 'latin1')
    : mail;

/** Sends one e-mail over its own connection; returns the reply. */
export async function sendOverSmtp(
  port: number,
  from: string,
  to: readonly string[],
  mail: string | Buffer,
): Promise<string> {
  const { client } = await SmtpClient.open(port);
  try {
    return await client.send(from, to, mail);
  } finally {
    client.close();
  }
}
