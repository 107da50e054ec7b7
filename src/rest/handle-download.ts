import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, subscribe } from 'graphql';
import type { Installation } from '../installation.ts';
import { createContext } from '../schema/context.ts';
import type { FileAnswer } from './answer.ts';
import { errorReply } from './errors.ts';
import { lenientSchema } from './execute.ts';
import { originOf } from './origin.ts';
import type { ReadyRoute } from './prepare.ts';
import { readsQuery } from './route.ts';
import { send } from './send.ts';
import { lookForUnknown, refuseUnknown } from './unknown-keys.ts';
import { variablesOf } from './variables.ts';

/** Answers with a file from the parts that the route's document, a subscription, yields, at the client's pace. */
export const handleDownload =
  (installation: Installation, row: ReadyRoute<FileAnswer>) => async (request: FastifyRequest, reply: FastifyReply) => {
    await refuseUnknown(installation, row, request, lookForUnknown(row.known, request));
    const { prepared } = row;
    const { name, types } = row.answer;
    const variables = variablesOf(prepared, request, readsQuery(row));
    const parts = await subscribe({
      schema: lenientSchema,
      document: prepared.document,
      variableValues: variables,
      contextValue: createContext(installation, request.access, { from: originOf(request) }),
    });
    if (!(Symbol.asyncIterator in parts)) return refuse(parts);
    const format = Object.hasOwn(types, String(variables.format)) ? String(variables.format) : Object.keys(types)[0]!;
    reply
      .header('Content-Type', types[format])
      .header('Content-Disposition', `attachment; filename="${name}.${format}"`);
    if (request.method === 'HEAD') {
      await parts.return(undefined);
      return reply.send();
    }
    const file = Readable.from(texts(parts), { objectMode: false });
    file.once('close', () => parts.return(undefined).catch(() => {})); // also before anyone starts to read
    return reply.send(file);

    function refuse({ errors = [] }: ExecutionResult) {
      const error = errors[0]?.originalError ?? errors[0];
      const known = errorReply(error, prepared.wireOfArgument);
      if (!known) throw error;
      return send(reply, known);
    }
  };

async function* texts(parts: AsyncGenerator<ExecutionResult>): AsyncGenerator<string> {
  for await (const { data, errors } of parts) {
    if (errors?.[0]) throw errors[0].originalError ?? errors[0];
    yield Object.values(data as object)[0];
  }
}
