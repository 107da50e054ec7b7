import { NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Access } from '../domain/platform/access.ts';
import type { Installation } from '../installation.ts';
import { type Context, createContext } from '../schema/context.ts';
import { schema } from '../schema/index.ts';
import { maskError } from './mask.ts';
import { WELCOME } from './welcome.ts';

/** What the door knows of a caller before the operation runs. */
export interface Caller {
  access?: Access;
}

export type Yoga = YogaServerInstance<Caller, Context>;

/** Yoga with everything that holds for each operation, by whichever way it comes in. */
export function createGraphQL(installation: Installation): Yoga {
  const { config, log } = installation;
  return createYoga<Caller, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ access }) => createContext(installation, access),
    graphiql: config.playground && { title: 'Tidings', defaultQuery: WELCOME, subscriptionsProtocol: 'GRAPHQL_SSE' },
    // The whole playground from here: the one that Yoga serves by itself loads it from elsewhere.
    renderGraphiQL: async (options) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    maskedErrors: { errorMessage: 'Server error.', maskError: (error) => maskError(error, log) },
    plugins: config.introspection ? [] : [noIntrospection],
    logging: false,
    landingPage: false,
    batching: false,
    cors: false,
    multipart: false,
  });
}

const noIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
};
