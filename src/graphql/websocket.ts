import type { Server } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { Credentials } from '../domain/platform/access.ts';
import { withoutApiPrefix } from '../http/api-prefix.ts';
import { authenticate, refuseSuspended } from '../http/authenticate.ts';
import { credentialsOf } from '../http/credentials.ts';
import { namesOneHost } from '../http/one-host.ts';
import { withinLimit } from '../http/overload.ts';
import type { Installation } from '../installation.ts';
import { maskFully } from './mask.ts';
import { SocketPlaces } from './socket-places.ts';
import type { Caller, Yoga } from './yoga.ts';

const PATH = '/graphql';
const LARGEST_MESSAGE = 1024 * 1024;
const UNAUTHORIZED = 4401;
const FORBIDDEN = 4403;
/** "Try Again Later": clients do, after a while. */
const TOO_MANY = 1013;
/** Time for clients to answer the close frame. Clients that hang or have disappeared never do. */
const GOODBYE_MS = 2_000;
/** "Service Restart" (IANA's registry of close codes): clients connect again, and subscribe again. */
const RESTART = 1012;

interface WebSockets {
  /** Tells clients to come back later. A subscription that ends afterwards does not look complete to them. */
  goodbye(): void;
  close(): Promise<void>;
}

/**
 * Serves graphql-transport-ws on the GraphQL path. The token is in the header or in `connectionParams.authorization`, the
 * session of a member in the cookie; without either the socket is closed.
 */
export function serveWebSockets(server: Server, yoga: Yoga, installation: Installation): WebSockets {
  const { access, log } = installation;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const shown = new WeakMap<object, Credentials>();
  const addresses = new WeakMap<object, string | undefined>();
  const places = new SocketPlaces(installation);
  const isTrusted = proxyAddress.compile([...installation.config.trustedProxies]);

  /**
   * Authenticates each operation, because the access may have ended while the socket was open. Counts the call.
   */
  const callerOf = async (socket: object): Promise<Caller> => {
    return { access: await authenticate(installation, shown.get(socket) ?? {}), address: addresses.get(socket) };
  };

  const disposable = useServer(
    {
      execute: (args) =>
        withinLimit(installation, async () => (await enveloped(args).execute(args)) as ExecutionResult).catch(
          (error) => ({
            errors: [maskFully(error, log)],
          }),
        ),
      subscribe: (args) => enveloped(args).subscribe(args),
      onConnect: async ({ connectionParams, extra: { request, socket } }) => {
        const given = connectionParams?.authorization ?? connectionParams?.Authorization;
        try {
          const credentials =
            given === undefined ? credentialsOf(installation, request) : { authorization: textOf(given) };
          const caller = await access.identify(credentials);
          refuseSuspended(caller);
          places.identified(request, socket, caller);
          shown.set(socket, credentials);
          addresses.set(socket, proxyAddress(request, isTrusted));
        } catch (error) {
          const { message, extensions } = maskFully(error, log);
          socket.close(CLOSE_CODES[String(extensions.code)] ?? UNAUTHORIZED, message);
        }
      },
      onSubscribe: async ({ extra }, _id, { query, operationName, variables }) => {
        try {
          const pipeline = yoga.getEnveloped((await callerOf(extra.socket)) as never);
          const document = pipeline.parse(query);
          const errors = pipeline.validate(pipeline.schema, document) as readonly GraphQLError[];
          if (errors.length > 0) return errors.map((error) => maskFully(error, log));
          return {
            schema: pipeline.schema,
            document,
            operationName,
            variableValues: variables,
            contextValue: await pipeline.contextFactory(),
            rootValue: pipeline,
          };
        } catch (error) {
          return [maskFully(error, log)];
        }
      },
      onError: (_context, _id, _payload, errors) => errors.map((error) => maskFully(error, log)),
    },
    sockets,
  );

  server.on('upgrade', (request, socket, head) => {
    if (withoutApiPrefix(request).split('?')[0] !== PATH || !namesOneHost(request)) return socket.destroy();
    if (!places.admit(request, socket, proxyAddress(request, isTrusted))) return;
    sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request));
  });
  return {
    goodbye: () => {
      for (const client of sockets.clients) client.close(RESTART, 'The server is stopping.');
    },
    close: async () => {
      const cut = setTimeout(() => sockets.clients.forEach((client) => void client.terminate()), GOODBYE_MS);
      await disposable.dispose();
      clearTimeout(cut);
    },
  };
}

const CLOSE_CODES: Readonly<Record<string, number>> = { FORBIDDEN, RATE_LIMITED: TOO_MANY };

/** What is no text is no token: a text of nothing. */
const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');

type Pipeline = ReturnType<Yoga['getEnveloped']>;
const enveloped = (args: ExecutionArgs): Pipeline => args.rootValue as Pipeline;
