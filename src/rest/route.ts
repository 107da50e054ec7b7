import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { AnswerTo, AnyAnswer } from './answer.ts';
import type { Endpoint, Fitting, Method, NameOf, WireName } from './endpoint.ts';
import type { OneField, ValueIn } from './value.ts';

type AnyDocument = TypedDocumentNode<unknown, never>;

/** One operation of /v1: where it answers, the document that is its view, and how the result is wrapped. */
export interface Route<Wrap extends AnyAnswer = AnyAnswer> {
  method: Method;
  /** Below /v1, with `:name` for the variables that stand in the path. */
  path: string;
  document: AnyDocument;
  answer: Wrap;
  /** Takes the route instead when the body has this key. */
  when?: string;
  /** Takes a file as its body: of any size, whose stream is the variable `csv`, or a picture, whose bytes are `file`. */
  upload?: 'straight' | UploadSteps;
  /** Writes what its query string names, as a read would: it takes no body. */
  takesQuery?: boolean;
  /** Keys of the body that are let go by: what is sent as another operation gave it has them. */
  ignored?: readonly string[];
  /** What the operation does, where the root field of its document does not say it. */
  description?: string;
  /** What the header X-Hint tells the sender of a body that is taken as it is; undefined for nothing. */
  hint?: (body: unknown) => string | undefined;
}

/**
 * How a file is taken in two steps: `receive` takes it first, outside any transaction, and the route's document goes on
 * with what that gave: `{id}` as the variable named by `as`, and `digest`, by which the request is known again.
 * `discard` takes an `id` back that is not gone on with. `file` says what is taken where that is no CSV file.
 */
export interface UploadSteps {
  file?: 'image';
  receive: AnyDocument;
  discard: AnyDocument;
  as: string;
}

/** Whether the variables of a route stand in the query string. */
export const readsQuery = ({ method, takesQuery }: Pick<Route, 'method' | 'takesQuery'>): boolean =>
  method === 'GET' || takesQuery === true;

/** The variable that is the file. */
export const fileVariable = (upload: NonNullable<Route['upload']>): 'csv' | 'file' =>
  takesImage(upload) ? 'file' : 'csv';

export const takesImage = (upload: Route['upload']): upload is UploadSteps & { file: 'image' } =>
  typeof upload === 'object' && upload.file === 'image';

interface Options<Variables, Given> {
  takesQuery?: boolean;
  ignored?: readonly string[];
  description?: string;
  hint?: (body: unknown) => string | undefined;
  when?: WireName<NameOf<Variables>>;
  /** `straight`: the route's document takes the file. */
  upload?: 'csv' extends keyof Given
    ? 'straight' | StepsTo<Variables, Given>
    : 'file' extends keyof Given
      ? StepsTo<Variables, Given> & { file: 'image' }
      : never;
}

interface StepsTo<Variables, Given> {
  receive: TypedDocumentNode<Record<string, { id: string; digest: string | null }>, Given>;
  discard: TypedDocumentNode<unknown, Record<NameOf<Variables>, string>>;
  as: NameOf<Variables>;
}

/**
 * `route('GET /lists/:list', ListDocument, one)`. It compiles when the document takes what stands in the path and the
 * answer fits what the document gives. `Given` are the variables that a request fills: the document's own, or those of
 * the document that takes a file first.
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
