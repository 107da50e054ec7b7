import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { inOrder, MILLISECONDS, SpamFilterError, type SpamRule, type SpamScore } from './spam-score.ts';

const VERDICT = /^Spam: *(?:True|False|Yes|No) *; *(-?[\d.]+) *\/ *(-?[\d.]+)/im;
/** A line of the report: points, name, description. */
const RULE = /^ {0,2}(-?\d+\.\d) ([A-Z][A-Z0-9_]+) +(.*)$/;
/** The description goes on in the next line, below its beginning. */
const MORE = /^ {20,}(\S.*)$/;
/** Where in the message the rule looks, before the description. */
const PART = /^(?:BODY|URI|RAW|FULL): /;
const USUAL_PORT = 783;
const MAX_BYTES = 1_000_000;

/** Asks SpamAssassin's spamd for a report (spamd/PROTOCOL, version 1.5). Throws SpamFilterError. */
export async function askSpamd({ hostname, port }: URL, message: Buffer): Promise<SpamScore> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const signal = AbortSignal.timeout(MILLISECONDS);
  const socket = connect({ host, port: Number(port || USUAL_PORT), signal });
  socket.end(Buffer.concat([Buffer.from(`REPORT SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`), message]));
  const answer = await buffer(socket).catch(() => {
    throw new SpamFilterError('it does not answer');
  });
  return readReport(answer.subarray(0, MAX_BYTES).toString('utf8'));
}

/** Reads spamd's answer. Throws SpamFilterError. */
export function readReport(answer: string): SpamScore {
  const [, score, threshold] = VERDICT.exec(answer) ?? [];
  if (!/^SPAMD\/[\d.]+ 0 /.test(answer) || score === undefined)
    throw new SpamFilterError('it does not answer as spamd does');
  const rules: SpamRule[] = [];
  for (const line of answer.split(/\r?\n/)) {
    const [, points, name, description] = RULE.exec(line) ?? [];
    const more = MORE.exec(line)?.[1];
    const last = rules.at(-1);
    if (name !== undefined)
      rules.push({ name, score: Number(points), description: description?.replace(PART, '').trim() || null });
    else if (more !== undefined && last) last.description = `${last.description ?? ''} ${more}`.trim();
  }
  return { score: Number(score), threshold: Number(threshold), rules: inOrder(rules) };
}
