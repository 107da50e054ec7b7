import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Installation } from '../installation.ts';
import { createContext } from '../schema/context.ts';
import { schema } from '../schema/index.ts';
import type { Reply } from './answer.ts';
import { errorReply } from './errors.ts';
import { run } from './execute.ts';
import { executed, type ReadyRoute, replyTo, send } from './handlers.ts';
import { answerOnce } from './idempotency.ts';
import { type Prepared, prepare } from './prepare.ts';
import { readUpload, type Upload } from './upload.ts';
import { variablesOf } from './variables.ts';

interface Received {
  id: string;
  digest: string;
}

/** Answers a route that takes a file: in one step, or in two, of which the second is answered once for its key. */
export function handleUpload(installation: Installation, row: ReadyRoute) {
  const steps = row.upload === 'straight' ? undefined : row.upload;
  const receive = steps && prepare(schema, steps.receive);
  const discard = steps && prepare(schema, steps.discard);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const upload = await readUpload(request);
    const call = (prepared: Prepared, variables: object) =>
      run(executed, prepared, variables, createContext(installation, request.access));
    if (!steps || !receive || !discard) {
      return send(reply, await replyTo(installation, row, request, { variables: read(row.prepared, request, upload) }));
    }
    let received: Received;
    try {
      received = (await call(receive, read(receive, request, upload))) as Received;
    } catch (error) {
      const refused = errorReply(error, receive.wireOfArgument);
      if (!refused) throw error;
      return send(reply, refused);
    }
    const { id, digest } = received;
    const variables = { [steps.as]: id };
    const key = request.headers['idempotency-key'];
    if (key === undefined) return send(reply, await replyTo(installation, row, request, { variables }));
    const { csv: _, ...said } = upload;
    const work = (db: Parameters<Parameters<typeof answerOnce>[3]>[0]): Promise<Reply> =>
      replyTo(installation, row, request, { db, variables });
    const once = await answerOnce(installation, request, key, work, { ...said, digest });
    // The file came for nothing: its request was answered before, or the key is another's.
    if (once.replayed || once.answer.status >= 400) await call(discard, { [steps.as]: id });
    if (once.replayed) reply.header('Idempotent-Replay', 'true');
    return send(reply, once.answer);
  };
}

/** A form's fields and a query string are read alike. */
const read = (prepared: Prepared, request: FastifyRequest, upload: Upload): Record<string, unknown> =>
  variablesOf(prepared, { method: 'GET', params: request.params, query: upload, body: undefined });
