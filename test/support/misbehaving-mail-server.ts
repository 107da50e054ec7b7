import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The steps of a conversation with it. */
export const STEPS = ['EHLO', 'MAIL', 'RCPT', 'DATA', 'the message', 'QUIT'] as const;
type Step = (typeof STEPS)[number];

export interface MisbehavingMailServer {
  port: number;
  url: string;
  /** The received commands, in order: the first words of lines, 'a caller' and 'the message'. */
  received: string[];
  /** How many messages it accepted. */
  accepted: number;
  /** The recipients of these, in order of acceptance. */
  recipients: string[];
  /** Replies to all waiting clients. */
  answerNow(): void;
  /** After this step it closes the connection instead of replying, this many times. */
  hangUpAfter: { step: Step; times: number } | undefined;
  /** After this step it never replies. */
  silentAfter: Step | undefined;
  /** False: it sends nothing at all. */
  greets: boolean;
  close(): Promise<void>;
}

/** A hand-written SMTP server that misbehaves. */
export async function startMisbehavingMailServer(): Promise<MisbehavingMailServer> {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    odd.received.push('a caller');
    if (!odd.greets) return;
    socket.write('220 odd.test ESMTP\r\n');
    converse(socket, odd, waiting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const odd: MisbehavingMailServer = {
    ...{ port, url: `smtp://127.0.0.1:${port}`, received: [], accepted: 0, recipients: [] },
    ...{ hangUpAfter: undefined, silentAfter: undefined, greets: true },
    answerNow: () => {
      for (const answer of waiting.splice(0)) answer();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return odd;
}

const ANSWERS: Record<Step, string> = {
  EHLO: '250 odd.test',
  MAIL: '250 fine',
  RCPT: '250 fine',
  DATA: '354 go on',
  'the message': '250 accepted',
  QUIT: '221 bye',
};

function converse(socket: Socket, odd: MisbehavingMailServer, waiting: (() => void)[]): void {
  let [text, inMessage, recipient] = ['', false, ''];
  const receive = (step: Step, line = '') => {
    odd.received.push(step);
    const plan = odd.hangUpAfter;
    if (plan?.step === step && plan.times > 0) {
      plan.times -= 1;
      socket.destroy();
      return;
    }
    if (step === 'RCPT') recipient = /<(.*?)>/.exec(line)?.[1] ?? '';
    inMessage = step === 'DATA';
    const answer = () => {
      if (step === 'the message') odd.accepted = odd.recipients.push(recipient);
      socket.write(`${ANSWERS[step]}\r\n`);
    };
    if (odd.silentAfter === step) waiting.push(answer);
    else answer();
  };
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (inMessage ? 5 : 2));
      if (inMessage) receive('the message');
      else if (line.startsWith('RSET')) socket.write('250 fine\r\n');
      else receive((STEPS.find((step) => line.toUpperCase().startsWith(step)) ?? 'QUIT') as Step, line);
    }
  });
}
