import type { FastifyRequest } from 'fastify';
import { IdempotencyKeyError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import type { Context } from '../schema/context.ts';
import type { Reply } from './answer.ts';
import { invalid } from './errors.ts';

/** The connection of a document: the database or a transaction. */
export type Db = Context['scope']['db'];

/**
 * Statuses that are stored although nothing was done: a repeated request gets them again. After a 422, a corrected
 * request may run.
 */
const KEPT = new Set([404, 409]);

/**
 * Answers a write once per Idempotency-Key and replays that answer afterwards. `work` runs in the transaction that
 * stores the answer. A request is the same under /v1 and /api/v1.
 */
export async function answerOnce(
  { idempotency }: Installation,
  request: FastifyRequest,
  key: unknown,
  work: (db: Db) => Promise<Reply>,
  body: unknown = request.body,
): Promise<{ answer: Reply; replayed: boolean }> {
  const { method, url } = request;
  const identity = [method, sorted(url), body ?? null];
  const former = [method, url, body ?? null];
  try {
    return await idempotency.run({ teamId: request.access!.teamId, key, identity, former }, async (db) => {
      const answer = await work(db);
      return { answer, outcome: outcomeOf(answer.status) };
    });
  } catch (error) {
    if (error instanceof IdempotencyKeyError) return { answer: invalid(error.issues), replayed: false };
    throw error;
  }
}

/** A path with the parameters of its query in the order of their names, each written in one way. Those of one name stay in order. */
function sorted(url: string): string {
  const [path, query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.size > 0 ? `${path}?${parameters}` : path!;
}

const outcomeOf = (status: number) => (status < 300 ? 'committed' : KEPT.has(status) ? 'answer-only' : 'discarded');
