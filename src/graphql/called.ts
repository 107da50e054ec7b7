import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, type GraphQLError, getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { codeOfField, outcomeOf } from '../http/log-calls.ts';
import type { Caller } from './yoga.ts';

/** An operation in the request log: its names, never its text or variables. */
export interface Called {
  operation?: Described;
  errors?: readonly GraphQLError[];
}

interface Described {
  operationType: 'query' | 'mutation' | 'subscription';
  operationName: string | null;
  rootFields: readonly string[];
}

/** Clients choose the name, of any length. */
const LONGEST_NAME = 100;

const MOST_FIELDS = 20;
const MOST_CODES = 20;

/** Documents are cached, and so are the descriptions of their operations. */
const described = new WeakMap<OperationDefinitionNode, Described>();

/** Notes the operation that is going to be executed. */
export function describeCall(called: Called | undefined, document: DocumentNode, name?: string | null): void {
  const node = called && getOperationAST(document, name);
  if (!node) return;
  called.operation = described.get(node) ?? describe(node);
  described.set(node, called.operation);
}

/** Notes the errors of the answer. */
export function noteErrors(called: Called | undefined, errors: readonly GraphQLError[] | undefined): void {
  if (called && errors) called.errors = errors;
}

const describe = ({ operation, name, selectionSet }: OperationDefinitionNode): Described => {
  const fields = selectionSet.selections.flatMap((one) => (one.kind === 'Field' ? one.name.value : []));
  return {
    operationType: operation,
    operationName: name?.value.slice(0, LONGEST_NAME) ?? null,
    rootFields: [...new Set(fields)].slice(0, MOST_FIELDS),
  };
};

/** Describes the operations that Yoga handles alone: of GET, and streams. */
export const describedCalls: Plugin = {
  onExecute: ({ args }) => describeCall(calledOf(args.contextValue), args.document, args.operationName),
  onSubscribe: ({ args }) => describeCall(calledOf(args.contextValue), args.document, args.operationName),
  onResultProcess: ({ result, serverContext }) => {
    if ('errors' in result) noteErrors(calledOf(serverContext), result.errors as readonly GraphQLError[] | undefined); // ours, masked
  },
};

/** Yoga makes the caller a part of its contexts. */
const calledOf = (context: unknown): Called | undefined => (context as Caller).called;

/** An operation that could not be read. */
const UNREAD = { operationType: null, operationName: null, rootFields: [] };

/** What the request log shows of a call of GraphQL over HTTP. */
export const knownCall = {
  accessOf: ({ caller }: FastifyRequest) => caller?.access,
  outcomeOf: ({ caller }: FastifyRequest, { statusCode }: FastifyReply) =>
    outcomeOf(isOurFault(caller?.called) ? 500 : caller?.called?.errors?.length ? 400 : statusCode),
  detailsOf: ({ caller }: FastifyRequest) => ({
    interface: 'graphql' as const,
    route: '/graphql',
    ...(caller?.called?.operation ?? UNREAD),
    errorCodes: codesOf(caller?.called),
  }),
};

/** The codes of errors, and those of invalid values with their fields. */
const codesOf = ({ errors = [] }: Called = {}): string[] => {
  const codes = errors.flatMap(({ extensions: { code, issues } }) => [
    String(code),
    ...((issues as readonly Issue[] | undefined) ?? []).map((one) => codeOfField(one.path.join('.'), one.code)),
  ]);
  return [...new Set(codes)].slice(0, MOST_CODES);
};

/** As mask.ts makes them. Those of a document that is not valid have no code. */
interface Issue {
  path: readonly string[];
  code: string;
}

const SERVER_CODES: ReadonlySet<unknown> = new Set(['INTERNAL', 'UNAVAILABLE']);

const isOurFault = ({ errors = [] }: Called = {}): boolean =>
  errors.some(({ extensions }) => SERVER_CODES.has(extensions.code));
