/**
 * Attackers in a separate process: they never read responses, send bodies byte by byte, deliver e-mails that are hard to read,
 * forge complaints, request sign-in links for others and call with invalid tokens.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTILE_REPORTS } from '../../support/hostile-domain-reports.ts';
import { HOSTILE_MAILS } from '../../support/hostile-mails.ts';
import { sendOverSmtp, wireFormat } from '../../support/smtp-client.ts';

export interface Attack {
  port: number;
  smtpPort: number;
  domain: string;
  seconds: number;
}

/** How often each attack was made. */
export type AttackReport = Record<string, number>;

const READERS = 1_000;
const DRIPPERS = 200;
const MAILERS = 8;

process.on('message', async (attack: Attack) => {
  process.send!(await run(attack));
});
process.on('disconnect', () => process.exit());

async function run({ port, smtpPort, domain, seconds }: Attack): Promise<AttackReport> {
  const done: AttackReport = {};
  const count = (what: string) => {
    done[what] = (done[what] ?? 0) + 1;
  };
  const end = performance.now() + seconds * 1000;
  const goOn = () => performance.now() < end;
  const each = (times: number, one: (index: number) => Promise<void>) =>
    Array.from({ length: times }, async (_, index) => {
      while (goOn()) await one(index).catch(() => sleep(100));
    });

  const hostile = [
    ...HOSTILE_REPORTS.map(([, write], index) => [index % 2 ? 'tlsrpt' : 'dmarc', wireFormat(write())] as const),
    ...HOSTILE_MAILS.map(([, write]) => ['abuse', wireFormat(write())] as const),
    ...Array.from({ length: 20 }, () => ['abuse', wireFormat(complaint())] as const),
  ];
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body }).then((answer) => answer.text());

  await Promise.all([
    ...each(READERS, async () => {
      count('connections that never read');
      await untilClosed(dial(port, 'GET /playground HTTP/1.1\r\nHost: x\r\n\r\n').pause(), end);
    }),
    ...each(DRIPPERS, async (index) => {
      count('bodies byte by byte');
      const path = ['/graphql', '/sign-in', '/v1/tags', '/f/none'][index % 4];
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
      const socket = dial(port, head);
      const dripping = setInterval(() => socket.write(' '), 5_000);
      await untilClosed(socket.resume(), end);
      clearInterval(dripping);
    }),
    ...each(MAILERS, async () => {
      const [box, mail] = hostile[Math.floor(Math.random() * hostile.length)]!;
      count('hostile mails');
      const reply = await sendOverSmtp(smtpPort, '', [`${box}@${domain}`], mail);
      if (!reply.startsWith('2')) await sleep(200);
    }),
    ...each(5, async () => {
      count('sign-in links of others');
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://127.0.0.1:${port}` };
      await post('/sign-in', headers, 'email=owner%40shop.example');
    }),
    ...each(10, async () => {
      count('calls with made up tokens');
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${Math.random()}` };
      await post('/graphql', headers, '{"query":"{ lists(first: 100) { nodes { id } } }"}');
    }),
  ]);
  return done;
}

function dial(port: number, request: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.once('connect', () => socket.write(request));
  return socket;
}

/** Resolves once the other side closes the connection, or at the end. */
function untilClosed(socket: Socket, end: number): Promise<void> {
  return new Promise((resolve) => {
    const ending = setTimeout(() => socket.destroy(), Math.max(0, end - performance.now()));
    socket.once('close', () => {
      clearTimeout(ending);
      resolve();
    });
  });
}

/** An unproven complaint about a message that an attacker might know. */
const complaint = (): string =>
  `From: staff@hotmail.com\nTo: abuse@x\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\n
--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\nUser-Agent: x\n
--b\nContent-Type: message/rfc822\n\nMessage-ID: <${crypto.randomUUID()}@shop.example>\nFrom: a@shop.example\nTo: b@example.com\n\nx\n--b--\n`;
