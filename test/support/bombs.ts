const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

/** Nested fields, with `path` repeated `count` times. */
const nested = (count: number, path: readonly string[], inner: string): string => {
  const fields = Array.from({ length: count }, () => path).flat();
  return `${fields.map((field) => `${field} {`).join(' ')} ${inner} ${'}'.repeat(fields.length)}`;
};

const ONE_UP = ['subscribers(first: 1)', 'nodes', 'list'];

/** A page of lists with a page of subscribers each: ten thousand rows, which is allowed. */
export const LARGE_PAGE = '{ lists(first: 100) { nodes { id name subscribers(first: 100) { nodes { id email } } } } }';

const doubling = (index: number): string => {
  const next = `subscribers(first: 1) { nodes { list { ...F${index + 1} } } }`;
  return `fragment F${index} on List { a${index}: ${next} b${index}: ${next} }`;
};

export interface Bomb {
  query: string;
  variables?: Record<string, unknown>;
}

/** Operations that are cheap for their sender and expensive for an unprotected server. */
export const BOMBS: Record<string, Bomb> = {
  'a document of a megabyte': { query: `{ lists { totalCount } } #${'x'.repeat(1_000_000)}` },
  'a flood of tokens': { query: `{ ${times(5_000, () => 'x')} }` },
  'fields nested very deep': { query: `{ lists(first: 1) { nodes { ${nested(20, ONE_UP, 'id')} } } }` },
  'values nested very deep': {
    query: `{ lists(after: ${'['.repeat(3_000)}${']'.repeat(3_000)}) { totalCount } }`,
  },
  'many aliases': { query: `{ ${times(101, (index) => `a${index}: lists(first: 1) { totalCount }`)} }` },
  'many aliases of __typename': { query: `{ ${times(101, (index) => `a${index}: __typename`)} }` },
  'the schema over and over': {
    query: `{ ${times(40, (index) => `a${index}: __schema { types { name fields { name type { name } } } }`)} }`,
  },
  'the parts of the schema over and over': {
    query: `{ __schema { ${times(40, (index) => `a${index}: types { ...T }`)} } }
      fragment T on __Type { name fields { name args { name type { name } } type { name } } }`,
  },
  'the schema over and over in fragments': {
    query: `{ ${times(20, (index) => `a${index}: __schema { ...S }`)} }
      fragment S on __Schema { a: types { ...T } b: types { ...T } c: types { ...T } d: types { ...T } }
      fragment T on __Type { name fields { name args { name type { name } } type { name } } }`,
  },
  'one field over and over': { query: `{ lists { ${times(1_200, () => 'totalCount')} } }` },
  'one field over and over in inline fragments': { query: `{ lists { ${times(900, () => '... { totalCount }')} } }` },
  'unknown directives on one field': { query: `{ lists ${times(10, () => '@x')} { totalCount } }` },
  'directives on many fields': { query: `{ lists { ${times(60, () => 'totalCount @skip(if: false)')} } }` },
  'directives on many variables': {
    query: `query (${times(60, (index) => `$v${index}: Int @x`)}) { lists { totalCount } }`,
  },
  'pages of pages of pages': {
    query: `{ lists(first: 100) { nodes { ${nested(2, ['subscribers(first: 100)', 'nodes', 'list'], 'id')} } } }`,
  },
  'a page size in a variable': {
    query: 'query ($n: Int) { lists(first: $n) { nodes { id name } } }',
    variables: { n: 2_000_000_000 },
  },
  'a page size in the default of a variable': {
    query: 'query ($n: Int = 2000000000) { lists(first: $n) { nodes { id name } } }',
  },
  'pages that name no size': {
    query: `{ lists { nodes { ${nested(3, ['subscribers', 'nodes', 'list'], 'id name subscribers { nodes { id } }')} } } }`,
  },
  'fragments that double each other': {
    query: `{ lists { nodes { ...F0 } } } ${times(20, doubling)} fragment F20 on List { id }`,
  },
  'fragments in a circle': {
    query: '{ lists { nodes { ...A } } } fragment A on List { id ...B } fragment B on List { name ...A }',
  },
  'introspection in circles': { query: `{ __schema { types { ${nested(12, ['fields', 'type'], 'name')} } } }` },
  'a long list in many mutations': {
    query: `mutation ($inputs: [RecordEventInput!]!) {
      ${times(100, (index) => `a${index}: recordEvents(input: { events: $inputs }) { results { status } }`)}
    }`,
    variables: { inputs: Array.from({ length: 1_000 }, () => ({ email: 'a@b.example', name: 'x' })) },
  },
};
