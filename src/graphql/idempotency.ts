import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Outcome } from '../domain/platform/idempotency.ts';
import { IdempotencyKeyError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { type Context, createContext } from '../schema/context.ts';
import { maskError } from './mask.ts';
import type { Caller } from './yoga.ts';

/** The Idempotency-Key of an HTTP call, and its use. */
export interface Once {
  key: unknown;
  replayed?: boolean;
  refused?: boolean;
}

/**
 * Runs a mutation once per Idempotency-Key, over every transport, and returns the same result to repeated calls. With a
 * key an operation is all or nothing: when it fails, everything it did is rolled back.
 */
export const idempotentMutations = (installation: Installation): Plugin => ({
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const { once, access } = args.contextValue as unknown as Context & Caller;
    if (once?.key === undefined || access?.ability !== 'write') return;
    if (getOperationAST(args.document, args.operationName)?.operation !== 'mutation') return;
    setExecuteFn((args: ExecutionArgs) => executeOnce(installation, access, once, args, executeFn));
  },
});

type Execute = (args: ExecutionArgs) => Promise<ExecutionResult>;

async function executeOnce(
  installation: Installation,
  access: NonNullable<Caller['access']>,
  once: Once,
  args: ExecutionArgs,
  execute: Execute,
): Promise<ExecutionResult> {
  const { document, operationName, variableValues } = args;
  const { from } = args.contextValue as Context;
  const identity = ['POST', '/graphql', document.loc?.source.body, operationName ?? null, variableValues ?? {}];
  const request = { teamId: access.teamId, key: once.key, identity };
  try {
    const { answer, replayed } = await installation.idempotency.run(request, async (db) => {
      const contextValue = { ...(args.contextValue as object), ...createContext(installation, access, { from, db }) };
      const result = await execute({ ...args, contextValue });
      const errors = result.errors?.map((error) => maskError(error, installation.log));
      const outcome = outcomeOf(result.data, errors ?? []);
      const shown = outcome !== 'committed' && result.data ? { ...result, data: null } : result;
      return { answer: errors ? { ...shown, errors } : shown, outcome };
    });
    once.replayed = replayed;
    return replayed && answer.errors ? { ...answer, errors: answer.errors.map(revive) } : answer;
  } catch (error) {
    if (!(error instanceof IdempotencyKeyError)) throw error;
    once.refused = true;
    return { errors: [maskError(error, installation.log)] };
  }
}

/** As in REST. After invalid input, a corrected request may run. */
const STORED_CODES = new Set<unknown>(['NOT_FOUND', 'CONFLICT']);

function outcomeOf(data: ExecutionResult['data'], errors: readonly GraphQLError[]): Outcome {
  // Without `data` nothing was executed, because the variables were invalid.
  if (data === undefined || !errors.every(({ extensions }) => STORED_CODES.has(extensions.code))) return 'discarded';
  // A mutation that failed is null, and so is nothing else at the root.
  return data === null || Object.values(data).includes(null) ? 'answer-only' : 'committed';
}

/** Turns an error that was stored as JSON back into one that prints the same. */
function revive(stored: GraphQLFormattedError): GraphQLError {
  const { message, locations, path, extensions } = stored;
  return Object.assign(new GraphQLError(message, { path, extensions }), { locations });
}
