import { z } from 'zod';
import { inOrder, MILLISECONDS, SpamFilterError, type SpamScore } from './spam-score.ts';

const answer = z.object({
  score: z.number(),
  required_score: z.number(),
  symbols: z.record(z.string(), z.object({ score: z.number(), description: z.string().nullish() })),
});

/**
 * Asks rspamd's `/checkv2` (https://rspamd.com/doc/developers/protocol.html). The password of the URL, if any, is the controller's.
 * Throws SpamFilterError.
 */
export async function askRspamd(url: URL, message: Buffer): Promise<SpamScore> {
  const { origin, pathname, password } = url;
  const headers: Record<string, string> = password ? { password: decodeURIComponent(password) } : {};
  const address = `${origin}${pathname === '/' ? '' : pathname}/checkv2`;
  const signal = AbortSignal.timeout(MILLISECONDS);
  const body = new Uint8Array(message);
  const response = await fetch(address, { method: 'POST', headers, body, signal }).catch(() => {
    throw new SpamFilterError('it does not answer');
  });
  if (!response.ok) throw new SpamFilterError(`it answers with the status ${response.status}`);
  const read = answer.safeParse(await response.json().catch(() => undefined));
  if (!read.success) throw new SpamFilterError('it does not answer as rspamd does');
  const { score, required_score: threshold, symbols } = read.data;
  const rules = Object.entries(symbols).map(([name, { score, description }]) => ({
    name,
    score,
    description: description ?? null,
  }));
  return { score, threshold, rules: inOrder(rules) };
}
