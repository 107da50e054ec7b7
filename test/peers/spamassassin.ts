import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Score {
  points: number;
  /** The matched rules. */
  rules: string[];
}

export interface SpamFilter {
  /** SpamAssassin's result for a message that has just arrived. */
  score(raw: string): Promise<Score>;
  stop(): Promise<void>;
}

/** The receiving server's headers before a message. */
const TRACE = [
  'Return-Path: <shop@bakery.example>',
  'Received: from mail.bakery.example (mail.bakery.example [93.184.215.14])', // addresses of documentation count as forged
  `\tby mx.x.test (Postfix) with ESMTPS id 4XyZ1a2b3c for <ann@x.test>; ${new Date().toUTCString().replace('GMT', '+0000')}`,
];

/** Debian's own, with its SpamAssassin; there may be others in the path. */
const PERL = process.env.PERL ?? '/usr/bin/perl';

const SCRIPT = new URL('./spamassassin.pl', import.meta.url).pathname;

/** Starts SpamAssassin once for all messages: reading its rules takes far longer than a message. */
export function openSpamFilter(): SpamFilter {
  const child = spawn(PERL, [SCRIPT], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  child.stdin.on('error', () => {}); // it ended without reading; its output says why
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    score: async (raw) => {
      const message = Buffer.from(`${TRACE.join('\r\n')}\r\n${raw}`);
      child.stdin.write(`${message.length}\n`);
      child.stdin.write(message);
      const { value, done } = await answers.next();
      if (done) throw new Error(`SpamAssassin gave no score: ${complaints}`);
      return JSON.parse(value);
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
