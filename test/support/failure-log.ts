import { pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Log } from '../../src/log.ts';

/** More would hide the first error of a test below its consequences. */
const MAX_LINES = 40;

const lines: string[] = [];
const readable = prettyFactory({ colorize: false, ignore: 'pid,hostname,time' });

/** Keeps a line of a log, or a process's output, until the running test ends. */
export function keepLine(line: string): void {
  if (lines.length < MAX_LINES) lines.push(readable(line).trimEnd());
}

/** A log whose warnings and errors are printed if the running test fails. TEST_LOG=info prints everything from that level. */
export const createTestLog = (): Log =>
  process.env.TEST_LOG ? pino({ level: process.env.TEST_LOG }) : pino({ level: 'warn' }, { write: keepLine });

/** Lines of a process that another one has started. */
let takeOthers = async (): Promise<string[]> => [];

/** Makes `takeLines` also take the lines that this function returns. */
export function takeLinesFrom(source: () => Promise<string[]>): void {
  takeOthers = source;
}

/** The lines kept since the last call. */
export const takeLines = async (): Promise<string[]> => [...lines.splice(0), ...(await takeOthers())];
