import { type DestinationStream, destination, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { lineOf, RepeatedLines } from './async/repeated-lines.ts';

export type Log = Logger;

const REDACT = ['req.headers.authorization', 'headers.authorization', 'token', '*.token'];

const [WARN, FATAL] = [pino.levels.values.warn as number, pino.levels.values.fatal as number];

/** One listener for all logs of the process. */
const counting: RepeatedLines[] = [];
process.once('exit', () => {
  for (const repeated of counting) repeated.flush();
});

/** Logs JSON lines, or readable text on a terminal. Commands whose standard output is parsed log to standard error. */
export function createLog(level: string, output: 'stdout' | 'stderr' = 'stdout'): Log {
  const fd = output === 'stdout' ? 1 : 2;
  const readable = process[output].isTTY === true;
  const stream = readable
    ? pretty({ ignore: 'pid,hostname', sync: true, destination: fd })
    : destination({ fd, sync: true });
  const repeated = new RepeatedLines();
  counting.push(repeated);
  return logTo(level, stream, repeated);
}

/**
 * Logs lines of JSON to a stream. Repeats of a warning or error within ten seconds, with the same message and reason, are
 * counted, and every ten seconds one line gives their number: an outage must not fill the disk.
 */
export function logTo(level: string, stream: DestinationStream, repeated = new RepeatedLines()): Log {
  const log: Log = pino(
    {
      level,
      redact: REDACT,
      hooks: {
        logMethod(parts, write, at) {
          if (at < WARN || at >= FATAL) return write.apply(this, parts);
          const line = lineOf(parts, at);
          // Written by the logger itself, not by that of the first request.
          const report = (counted: object) => write.apply(log, [counted, line.message]);
          if (repeated.passes(line, report)) write.apply(this, parts);
        },
      },
    },
    stream,
  );
  return log;
}
