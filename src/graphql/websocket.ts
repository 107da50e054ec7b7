import type { Server } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { WebSocketServer } from 'ws';
import type { Credentials } from '../domain/platform/access.ts';
import { withoutApiPrefix } from '../http/api-prefix.ts';
import { authenticate, refuseSuspended } from '../http/authenticate.ts';
import { credentialsOf } from '../http/credentials.ts';
import { namesOneHost } from '../http/one-host.ts';
import { withinLimit } from '../http/overload.ts';
import type { Installation } from '../installation.ts';
import { maskFully } from './mask.ts';
import { OperationLog } from './operation-log.ts';
import { SocketLimits } from './socket-limits.ts';
import { speakGraphQL } from './socket-protocol.ts';
import { errorsOf, refusedIfNotStarted, type SocketResults } from './socket-refusals.ts';
import { SocketTurns } from './socket-turns.ts';
import type { Caller, GraphQL, Yoga } from './yoga.ts';

const PATH = '/graphql';
const LARGEST_MESSAGE = 1024 * 1024;
const UNAUTHORIZED = 4401;
const FORBIDDEN = 4403;
/** "Try Again Later": clients retry after a while. */
const TOO_MANY = 1013;
/** Time for clients to answer the close frame. Clients that hang or have disappeared never do. */
const GOODBYE_MS = 2_000;
/** "Service Restart" (IANA's registry of close codes): clients reconnect and resubscribe. */
const RESTART = 1012;

interface WebSockets {
  /** Tells clients to reconnect later, so that the end of a subscription does not look complete. */
  goodbye(): void;
  close(): Promise<void>;
}

/**
 * Serves graphql-transport-ws on the GraphQL path. The token is in the header or in `connectionParams.authorization`, the
 * session of a member in the cookie; without either the socket is closed.
 */
export function serveWebSockets(server: Server, { yoga, documents }: GraphQL, installation: Installation): WebSockets {
  const { access, log } = installation;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const shown = new WeakMap<object, Credentials>();
  const turns = new WeakMap<object, SocketTurns>();
  const addresses = new WeakMap<object, string | undefined>();
  const limits = new SocketLimits(installation);
  const operations = installation.config.requestLog ? new OperationLog(log) : undefined;
  const isTrusted = proxyAddress.compile([...installation.config.trustedProxies]);

  /**
   * Authenticates each operation, because the access may have ended while the socket was open. Counts the call.
   */
  const callerOf = async (socket: object): Promise<Caller> => {
    return { access: await authenticate(installation, shown.get(socket) ?? {}), address: addresses.get(socket) };
  };

  speakGraphQL(
    {
      execute: (args) =>
        withinLimit(installation, async () => (await enveloped(args).execute(args)) as ExecutionResult)
          .catch((error): ExecutionResult => ({ errors: [maskFully(error, log)] }))
          .then(refusedIfNotStarted),
      subscribe: async (args) => refusedIfNotStarted((await enveloped(args).subscribe(args)) as SocketResults),
      onConnect: async ({ connectionParams, extra: { request, socket } }) => {
        const given = connectionParams?.authorization ?? connectionParams?.Authorization;
        try {
          const credentials =
            given === undefined ? credentialsOf(installation, request) : { authorization: textOf(given) };
          const caller = await access.identify(credentials);
          refuseSuspended(caller);
          limits.identified(request, socket, caller);
          shown.set(socket, credentials);
          addresses.set(socket, proxyAddress(request, isTrusted));
        } catch (error) {
          const { message, extensions } = maskFully(error, log);
          socket.close(CLOSE_CODES[String(extensions.code)] ?? UNAUTHORIZED, message);
        }
      },
      onSubscribe: async (context, id, payload) => {
        const { query, operationName, variables } = payload;
        operations?.begin(context, id);
        const turn = turns.get(context.extra.socket);
        const refused = (errors: readonly unknown[]) => {
          turn?.leave();
          operations?.end(context, id, errors.length);
          return errors.map((error) => maskFully(error, log));
        };
        try {
          await turn?.take();
          const caller = await callerOf(context.extra.socket);
          operations?.identify(context, id, caller.access);
          const pipeline = yoga.getEnveloped(caller);
          const text = documents.mustFind(payload, caller) ? await documents.find(payload, caller) : query;
          const document = pipeline.parse(text);
          operations?.describe(context, id, document, operationName);
          const errors = pipeline.validate(pipeline.schema, document) as readonly GraphQLError[];
          if (errors.length > 0) return refused(errors);
          if (!getOperationAST(document, operationName)) return refused([new GraphQLError(NO_OPERATION)]);
          return {
            schema: pipeline.schema,
            document,
            operationName,
            variableValues: variables,
            contextValue: await pipeline.contextFactory(),
            rootValue: pipeline,
          };
        } catch (error) {
          return refused([error]);
        }
      },
      onOperation: ({ extra }) => turns.get(extra.socket)?.leave(),
      onError: (context, id, _payload, thrown) => {
        const errors = errorsOf(thrown);
        operations?.end(context, id, errors.length);
        return errors.map((error) => maskFully(error, log));
      },
      ...(operations && {
        onNext: (context, id, _payload, _args, { errors }) => operations.count(context, id, errors?.length),
        onComplete: (context, id) => operations.end(context, id),
        onClose: (context) => operations.close(context),
      }),
    },
    sockets,
    log,
  );

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {}); // Node listens no more: a client that resets the connection would end the process
    if (withoutApiPrefix(request).split('?')[0] !== PATH || !namesOneHost(request)) return socket.destroy();
    if (!limits.admit(request, socket, proxyAddress(request, isTrusted))) return;
    sockets.handleUpgrade(request, socket, head, (ws) => {
      turns.set(ws, new SocketTurns(ws, request));
      sockets.emit('connection', ws, request);
    });
  });
  return {
    goodbye: () => {
      for (const client of sockets.clients) client.close(RESTART, 'The server is stopping.');
    },
    close: async () => {
      const cut = setTimeout(() => sockets.clients.forEach((client) => void client.terminate()), GOODBYE_MS);
      await new Promise((resolve) => sockets.close(resolve));
      clearTimeout(cut);
    },
  };
}

const NO_OPERATION = 'Unable to identify operation';
const CLOSE_CODES: Readonly<Record<string, number>> = { FORBIDDEN, RATE_LIMITED: TOO_MANY };

/** Values other than text count as an empty token. */
const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');

type Pipeline = ReturnType<Yoga['getEnveloped']>;
const enveloped = (args: ExecutionArgs): Pipeline => args.rootValue as Pipeline;
