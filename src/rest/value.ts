import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** What an answer gets of a document: the value of its root field, as it is on the wire and never null. */
export type ValueOf<Document> =
  Document extends TypedDocumentNode<infer Result, infer _Variables> ? ValueIn<Result> : never;

/** The same from the result of a document. A null never gets as far: it is 404. */
export type ValueIn<Result> = OnTheWire<NonNullable<Result[keyof Result]>>;

/** Adds nothing to a document that asks for one field; of more, all but one would be left out. */
export type OneField<Result, Name extends keyof Result = keyof Result> = [Name] extends [OneOf<Name>]
  ? unknown
  : { 'a route asks for one field, not for': Name };

/** Nothing when there are several. */
type OneOf<Name, All = Name> = Name extends unknown ? ([All] extends [Name] ? Name : never) : never;

/** Enumerations are in lower case, and the issues under the name `message` in words. */
type OnTheWire<Given> = Given extends Date
  ? Given
  : Given extends string
    ? string extends Given
      ? Given
      : Lowercase<Given>
    : Given extends object
      ? { [Name in keyof Given]: Name extends 'message' ? InWords<Given[Name]> : OnTheWire<Given[Name]> }
      : Given;

type InWords<Given> = Given extends readonly { path: unknown; problem: string }[] ? string : Given;
