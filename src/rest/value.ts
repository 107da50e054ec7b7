import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** The wire form of the value of a document's root field, never null. */
export type ValueOf<Document> =
  Document extends TypedDocumentNode<infer Result, infer _Variables> ? ValueIn<Result> : never;

/** Like `ValueOf`, from the result type of a document. Null has already become 404. */
export type ValueIn<Result> = OnTheWire<AnswerIn<NonNullable<Result[keyof Result]>>>;

/** `result` of a payload, or all of it. */
type AnswerIn<Value> = Value extends { result: infer Answer } ? Answer : Value;

/** Accepts a document with a single root field; others would be left out. */
export type OneField<Result, Name extends keyof Result = keyof Result> = [Name] extends [OneOf<Name>]
  ? unknown
  : { 'a route asks for one field, not for': Name };

/** Never if there are several. */
type OneOf<Name, All = Name> = Name extends unknown ? ([All] extends [Name] ? Name : never) : never;

/** Enumerations become lower case; issues named `message`, and warnings, become text. */
type OnTheWire<Given> = Given extends Date
  ? Given
  : Given extends string
    ? string extends Given
      ? Given
      : Lowercase<Given>
    : Given extends Advice
      ? string
      : Given extends object
        ? { [Name in keyof Given]: Name extends 'message' ? InWords<Given[Name]> : OnTheWire<Given[Name]> }
        : Given;

/** A warning of which a document selects the message only. */
type Advice = { message: string } & { [Other in 'code' | 'path' | 'problem']?: never };

type InWords<Given> = Given extends readonly { path: unknown; problem: string }[] ? string : Given;
