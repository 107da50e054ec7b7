export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where an operation answers: its method, and its path below /v1 with `:name` for what a variable takes from there. */
export type Endpoint = `${Method} /${string}`;

/**
 * Adds nothing to an endpoint that fits the variables of a document. One that does not fit becomes impossible, and the
 * compiler prints the names that no variable takes: those that are unknown, or do not take text.
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

/** The names on the wire of the variables that take any text, as a path has it. */
type TextNames<Variables> = {
  [Name in NameOf<Variables>]: string extends Variables[Name] ? WireName<Name> : never;
}[NameOf<Variables>];

/** The names of a document's variables. Codegen gives a document that has none an index signature. */
export type NameOf<Variables> = string extends keyof Variables ? never : keyof Variables & string;

/** What `wireName` makes of a name. */
export type WireName<Name extends string> = Snake<
  Name extends `${infer Row}Id` ? Row : Name extends `${infer Row}Ids` ? `${Row}s` : Name
>;

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
