import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard output; readable lines when that is a terminal. */
export function createLog(level: string): Log {
  const redact = ['req.headers.authorization', 'headers.authorization', 'token', '*.token'];
  return process.stdout.isTTY
    ? pino({ level, redact, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } })
    : pino({ level, redact });
}
