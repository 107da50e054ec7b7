export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The method and path of an operation below /v1. Variables take the parts named `:name`. */
export type Endpoint = `${Method} /${string}`;

/**
 * Accepts an endpoint that fits the variables of a document. Otherwise the type becomes impossible, and the compiler
 * prints the unknown or non-text names.
 */
export type Fitting<Where extends Endpoint, Variables> = [UnknownNames<Where, Variables>] extends [never]
  ? unknown
  : { 'no variable of the document takes': UnknownNames<Where, Variables> };

type UnknownNames<Where extends Endpoint, Variables> = Exclude<NamesInPath<Where>, TextNames<Variables>>;

/** `list` and `tag` of `/lists/:list/tags/:tag`. */
type NamesInPath<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | NamesInPath<`/${Further}`>
    : Rest
  : never;

/** The wire names of the variables that take any text, as paths contain it, and of the fields of a whole input. */
type TextNames<Variables> =
  | TakingText<Variables>
  | (Variables extends { input: infer Input } ? InputNames<Input> : never);

type TakingText<Variables> = {
  [Name in NameOf<Variables>]: string extends Variables[Name] ? WireName<Name> : never;
}[NameOf<Variables>];

/** An input with an id takes it from the path, under whatever name the path gives it. */
type InputNames<Input> = Input extends { id: string } ? string : TakingText<Input>;

/** The names of a document's variables. Codegen gives a document without variables an index signature. */
export type NameOf<Variables> = string extends keyof Variables ? never : keyof Variables & string;

/** The wire name of a name, as a type. */
export type WireName<Name extends string> = Snake<
  Name extends `${infer Row}Id` ? Row : Name extends `${infer Row}Ids` ? `${Row}s` : Name
>;

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
