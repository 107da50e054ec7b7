import { type DestinationStream, destination, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

const REDACT = ['req.headers.authorization', 'headers.authorization', 'token', '*.token'];

/** Logs JSON lines, or readable text on a terminal. Commands whose standard output is parsed log to standard error. */
export function createLog(level: string, output: 'stdout' | 'stderr' = 'stdout'): Log {
  const fd = output === 'stdout' ? 1 : 2;
  const readable = process[output].isTTY === true;
  const stream = readable
    ? pretty({ ignore: 'pid,hostname', sync: true, destination: fd })
    : destination({ fd, sync: true });
  return logTo(level, stream);
}

/** Logs lines of JSON to a stream. */
export const logTo = (level: string, stream: DestinationStream): Log => pino({ level, redact: REDACT }, stream);
