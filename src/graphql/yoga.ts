import { NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Access } from '../domain/platform/access.ts';
import type { Installation } from '../installation.ts';
import type { Log } from '../log.ts';
import { type Context, createContext } from '../schema/context.ts';
import { schema } from '../schema/index.ts';
import { type Called, describedCalls } from './called.ts';
import { compiledDocuments } from './compiled-documents.ts';
import { documentsByName, onlyTrusted } from './documents/plugin.ts';
import { RequestedDocuments } from './documents/requested-document.ts';
import { documentCache } from './guards/document-cache.ts';
import { guards } from './guards/plugin.ts';
import { idempotentMutations, type Once } from './idempotency.ts';
import { liveOperations } from './live-operations.ts';
import { maskError } from './mask.ts';

/** The caller, as known before the operation runs. */
export interface Caller {
  access?: Access;
  /** The address of the caller. */
  address: string | undefined;
  /** Present if the call has an Idempotency-Key. */
  once?: Once;
  /** The text of the document, if it is registered and was found. */
  trusted?: string;
  /** For the request log. Absent: the call is not logged. */
  called?: Called;
}

export type Yoga = YogaServerInstance<Caller, Context>;

/** GraphQL of a process. */
export interface GraphQL {
  yoga: Yoga;
  documents: RequestedDocuments;
}

/** Yoga with everything that applies to every operation, over every transport. */
export function createGraphQL(installation: Installation): GraphQL {
  const { config, log } = installation;
  const documents = new RequestedDocuments(installation);
  const yoga = createYoga<Caller, Context>({
    schema,
    graphqlEndpoint: '{/api}?/graphql',
    context: ({ access, address }) => createContext(installation, access, { from: { via: 'graphql', address } }),
    graphiql: false,
    maskedErrors: { errorMessage: 'Server error.', maskError: (error) => maskError(error, log) },
    plugins: [
      documentsByName(documents),
      ...(config.trustedDocumentsOnly ? [onlyTrusted(installation)] : []),
      guards,
      liveOperations,
      maskedValidation(log),
      compiledDocuments(),
      describedCalls,
      idempotentMutations(installation),
      ...(config.introspection ? [] : [noIntrospection]),
    ],
    parserAndValidationCache: { documentCache: documentCache(), errorCache: documentCache() },
    logging: false,
    landingPage: false,
    batching: false,
    cors: false,
    multipart: false,
    extraParamNames: ['documentId'],
  });
  return { yoga, documents };
}

/** Gives validation errors our codes too, because Yoga only masks thrown errors. */
const maskedValidation = (log: Log): Plugin => ({
  onValidate:
    () =>
    ({ result, setResult }) => {
      if (result.length > 0) setResult(result.map((error) => maskError(error, log)));
    },
});

const noIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
};
