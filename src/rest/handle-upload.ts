import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Installation } from '../installation.ts';
import { createContext } from '../schema/context.ts';
import { schema } from '../schema/index.ts';
import type { JsonAnswer } from './answer.ts';
import { errorReply } from './errors.ts';
import { run } from './execute.ts';
import { replyTo } from './handlers.ts';
import { answerOnce, type Db } from './idempotency.ts';
import { readImage } from './image-upload.ts';
import { originOf } from './origin.ts';
import { type Prepared, prepare, type ReadyRoute } from './prepare.ts';
import { type Received, type Route, takesImage, type UploadSteps } from './route.ts';
import { send } from './send.ts';
import { lookForUnknown, refuseUnknown } from './unknown-keys.ts';
import { PART, readUpload } from './upload.ts';
import { variablesOf } from './variables.ts';

type Row = ReadyRoute<JsonAnswer>;

/** Answers a route that takes a file. */
export const handleUpload = (installation: Installation, row: Row, upload: NonNullable<Route['upload']>) =>
  upload === 'straight' ? inOneStep(installation, row) : inTwoSteps(installation, row, upload);

const inOneStep = (installation: Installation, row: Row) => async (request: FastifyRequest, reply: FastifyReply) => {
  const upload = await readUpload(request);
  await refuseUnknown(installation, row, request, lookForUnknown(row.known, { query: withoutFile(upload) }));
  const prepared = namingPart(row.prepared, upload);
  const variables = read(prepared, request, upload);
  return send(reply, await replyTo(installation, { ...row, prepared }, request, { variables }));
};

/** Receives the file first, then answers once for its idempotency key. */
function inTwoSteps(installation: Installation, row: Row, steps: UploadSteps) {
  const receive = prepare(schema, steps.receive);
  const discard = prepare(schema, steps.discard);
  const call = (prepared: Prepared, request: FastifyRequest, variables: object) =>
    run(prepared, variables, createContext(installation, request.access, { from: originOf(request) }));

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const upload = await (takesImage(steps) ? readImage : readUpload)(request);
    let received: Received;
    try {
      await refuseUnknown(installation, row, request, lookForUnknown(row.known, { query: withoutFile(upload) }));
      received = (await call(receive, request, read(receive, request, upload))) as Received;
    } catch (error) {
      const refused = errorReply(error, namingPart(receive, upload).wireOfArgument);
      if (!refused) throw error;
      return send(reply, refused);
    }
    const variables = { [steps.as]: received.id };
    const key = request.headers['idempotency-key'];
    if (key === undefined) return send(reply, await replyTo(installation, row, request, { variables }));
    const work = (db: Db) => replyTo(installation, row, request, { db, variables });
    const once = await answerOnce(installation, request, key, work, {
      ...withoutFile(upload),
      digest: received.digest,
    });
    // The file was not needed: its request was already answered, or the key belongs to another request.
    if (once.replayed || once.answer.status >= 400) await call(discard, request, variables);
    if (once.replayed) reply.header('Idempotent-Replay', 'true');
    return send(reply, once.answer);
  };
}

type Upload = Record<string, unknown> & { [PART]?: string };

/** Errors name the file as the form does, and as `csv` without a form. */
const namingPart = (prepared: Prepared, { [PART]: part }: Upload): Prepared =>
  part === undefined ? prepared : { ...prepared, wireOfArgument: new Map([...prepared.wireOfArgument, ['csv', part]]) };

const withoutFile = ({ csv: _, file: __, ...fields }: Upload) => fields;

/** Form fields and query strings are read alike. */
const read = (prepared: Prepared, request: FastifyRequest, upload: Upload): Record<string, unknown> =>
  variablesOf(prepared, { params: request.params, query: upload, body: undefined }, true);
