import { runProgram } from './run-program.ts';

export interface Score {
  points: number;
  /** The rules that hit. */
  rules: string[];
}

/** What the receiving server puts before a message. */
const TRACE = [
  'Return-Path: <shop@bakery.example>',
  'Received: from mail.bakery.example (mail.bakery.example [93.184.215.14])', // addresses of documentation count as forged
  `\tby mx.x.test (Postfix) with ESMTPS id 4XyZ1a2b3c for <ann@x.test>; ${new Date().toUTCString().replace('GMT', '+0000')}`,
];

/** What SpamAssassin makes of a message that has just come in, by its rules alone: it asks nobody. */
export async function scoreSpam(raw: string): Promise<Score> {
  const answer = await runProgram('spamassassin', ['-L', '-t', '-x'], `${TRACE.join('\r\n')}\r\n${raw}`);
  const status = /^X-Spam-Status: .*?score=(-?[\d.]+).*?tests=([\w,\s]*?)\s+autolearn/ms.exec(answer);
  if (!status) throw new Error(`SpamAssassin gave no score: ${answer.slice(0, 2_000)}`);
  return { points: Number(status[1]), rules: status[2]!.split(/[,\s]+/).filter(Boolean) };
}
