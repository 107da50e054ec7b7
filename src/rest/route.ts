import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { AnswerTo, AnyAnswer } from './answer.ts';
import type { Endpoint, Fitting, Method, NameOf, WireName } from './endpoint.ts';
import type { OneField, ValueIn } from './value.ts';

type AnyDocument = TypedDocumentNode<unknown, never>;

/** An operation of /v1: its method and path, its document, and the envelope of its result. */
export interface Route<Wrap extends AnyAnswer = AnyAnswer> {
  method: Method;
  /** Below /v1, with `:name` for path variables. */
  path: string;
  document: AnyDocument;
  answer: Wrap;
  /** Selects this route if the body has this key. */
  when?: string;
  /**
   * Takes a file as its body: of any size, with its stream as the variable `csv`, or an image, with its bytes as
   * `file`.
   */
  upload?: 'straight' | UploadSteps;
  /** Takes its input from the query string, like a read, and no body. */
  takesQuery?: boolean;
  /** Ignored keys of the body, so callers can send an object as another operation returned it. */
  ignored?: readonly string[];
  /** The operation's description, if the root field's does not fit. */
  description?: string;
  /**
   * A body that works as is for a team with a template `Thanks`, and a list with the id EXAMPLE_ID. Default: made from the
   * required fields. Tests create their rows with it.
   */
  example?: object;
  /** Several such bodies by name, for operations with several uses. The example of the response answers the first. */
  examples?: Readonly<Record<string, NamedExample>>;
  /** Streams instead of answering, to callers that ask for an event stream. */
  events?: EventsOfRoute;
  /** The X-Hint header for an accepted body, or undefined. */
  hint?: (body: unknown) => string | undefined;
}

/** A body, and what it is an example of. */
export interface NamedExample {
  summary: string;
  value: object;
}

/** A route's event stream: the subscription, and the id by which a client continues after an event. */
export interface EventsOfRoute {
  document: AnyDocument;
  idOf: (event: never) => string;
  /** The parameter that an event's id replaces. */
  continues: string;
}

/**
 * How a file is taken in two steps. `receive` stores it first, outside any transaction. Then the route's document
 * continues with the result: `{id}` as the variable named by `as`, and `digest`, which identifies a repeated request.
 * `discard` deletes an unused `id`. `file` describes a file other than CSV.
 */
export interface UploadSteps {
  file?: 'image';
  receive: AnyDocument;
  discard: AnyDocument;
  as: string;
}

/** Whether a route's variables are in the query string. */
export const readsQuery = ({ method, takesQuery }: Pick<Route, 'method' | 'takesQuery'>): boolean =>
  method === 'GET' || takesQuery === true;

/** Whether a route reads the Idempotency-Key: except for file answers, and for single-step uploads, which are safe to repeat. */
export const readsKey = ({ method, answer, upload }: Route): boolean =>
  method !== 'GET' && !('types' in answer) && upload !== 'straight';

/** The variable for the file. */
export const fileVariable = (upload: NonNullable<Route['upload']>): 'csv' | 'file' =>
  takesImage(upload) ? 'file' : 'csv';

export const takesImage = (upload: Route['upload']): upload is UploadSteps & { file: 'image' } =>
  typeof upload === 'object' && upload.file === 'image';

interface Options<Variables, Given> {
  takesQuery?: boolean;
  ignored?: readonly string[];
  description?: string;
  example?: object;
  examples?: Readonly<Record<string, NamedExample>>;
  events?: EventsOfRoute;
  hint?: (body: unknown) => string | undefined;
  when?: KeyOf<Variables>;
  /** `straight`: the route's document takes the file. */
  upload?: 'csv' extends keyof Given
    ? 'straight' | StepsTo<Variables, Given>
    : 'file' extends keyof Given
      ? StepsTo<Variables, Given> & { file: 'image' }
      : never;
}

/** A stored file, until it is used or discarded. */
export interface Received {
  id: string;
  digest: string | null;
}

/** The keys of a body: the variables, or the fields of a whole input. */
type KeyOf<Variables> = WireName<
  NameOf<Variables> | (Variables extends { input: infer Input } ? NameOf<Input> : never)
>;

interface StepsTo<Variables, Given> {
  receive: TypedDocumentNode<Record<string, Received | { result: Received } | null>, Given>;
  discard: TypedDocumentNode<unknown, Record<NameOf<Variables>, string>>;
  as: NameOf<Variables>;
}

/**
 * `route('GET /lists/:list', ListDocument, one)`. It compiles if the document takes the path's variables and the
 * answer fits the document's result. `Given` are the request variables: the document's own, or those of the document
 * that receives a file first.
 */
export function route<const Where extends Endpoint, Result, Variables, Given = Variables>(
  endpoint: Where & Fitting<Where, Given>,
  document: TypedDocumentNode<Result, Variables> & OneField<Result>,
  answer: AnswerTo<ValueIn<Result>, Variables>,
  options: Options<Variables, Given> = {},
): Route {
  const [method, path] = endpoint.split(' ') as [Method, string];
  return { method, path, document, answer, ...options };
}
