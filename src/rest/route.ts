import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Answer } from './answer.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation of /v1: where it answers, the document that is its view, and how the result is wrapped. */
export interface Route {
  method: Method;
  /** Below /v1, with `:name` for the variables that stand in the path. */
  path: string;
  document: TypedDocumentNode<unknown, never>;
  answer: Answer;
  /** The numbered pages of a list. */
  pages?: { usual: number; max: number };
  /** Takes the route instead when the body has this key. */
  when?: string;
  /** Takes a file as its body, of any size, whose stream is the variable `csv`. */
  upload?: UploadSteps;
  /** Answers with a file in parts, which the document, a subscription, gives. */
  download?: Download;
}

/** The name of a file without its ending, and the content type of each ending; the first one where none is asked for. */
export interface Download {
  name: string;
  types: Record<string, string>;
}

/**
 * How a file is taken. `straight`: the route's document has it. Otherwise `receive` takes it first, outside any
 * transaction, and the route's document goes on with what that gave: `{id}` as the variable named by `as`, and `digest`,
 * by which the request is known again. `discard` takes an `id` back that is not gone on with.
 */
export type UploadSteps =
  | 'straight'
  | { receive: TypedDocumentNode<unknown, never>; discard: TypedDocumentNode<unknown, never>; as: string };

/** `route('GET /lists/:list', ListDocument, one)` */
export function route<Result, Variables>(
  place: `${Method} /${string}`,
  document: TypedDocumentNode<Result, Variables>,
  answer: Answer,
  options: Pick<Route, 'pages' | 'when' | 'upload' | 'download'> = {},
): Route {
  const [method, path] = place.split(' ') as [Method, string];
  return { method, path, document: document as TypedDocumentNode<unknown, never>, answer, ...options };
}

/** Pages of a list: 15 rows unless asked for, 100 at most. */
export const PAGES = { pages: { usual: 15, max: 100 } };
