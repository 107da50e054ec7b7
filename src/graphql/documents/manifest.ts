import { createHash } from 'node:crypto';
import type { ClientDocument } from '../../domain/platform/documents/registered-documents.ts';

/** The name that a client may send, without a prefix. */
const ID = /^[\w.~-]{1,255}$/;
/** A name of the GraphQL over HTTP specification, as GraphQL Code Generator writes it. The document is registered without the prefix. */
const HASH = /^sha256:([0-9a-f]{64})$/;
/** As GraphQL Code Generator computes it. */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const OPERATION = /\b(?:query|mutation|subscription)\s+(\w+)/g;

const FORMATS =
  'It must be a manifest of Apollo (generate-persisted-query-manifest), or an object of ids and texts as GraphQL Code Generator writes it (persisted-documents.json).';

/** The documents of a manifest, or its problem in a sentence. */
export type Manifest = { documents: ClientDocument[] } | { problem: string };

/**
 * Reads the manifest of a client's build: Apollo's `{format, version, operations: [{id, body, name, type}]}`, or an object with
 * the texts by their ids (GraphQL Code Generator, Relay).
 */
export function readManifest(json: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    return { problem: `It is not JSON. ${FORMATS}` };
  }
  if (!isObject(content)) return { problem: FORMATS };
  const rows = content.format === undefined ? rowsOfMap(content) : rowsOfApollo(content);
  return Array.isArray(rows) ? readRows(rows) : rows;
}

interface Row {
  id: unknown;
  text: unknown;
  name?: unknown;
}

const rowsOfMap = (content: object): Row[] => Object.entries(content).map(([id, text]) => ({ id, text }));

function rowsOfApollo({ format, version, operations }: Record<string, unknown>): Row[] | { problem: string } {
  if (format !== 'apollo-persisted-query-manifest' || version !== 1 || !Array.isArray(operations)) {
    return {
      problem: `Its format is unknown: ${JSON.stringify(format)}, version ${JSON.stringify(version)}. ${FORMATS}`,
    };
  }
  return operations.map((operation) => {
    const { id, body, name } = isObject(operation) ? operation : {};
    return { id, text: body, name };
  });
}

function readRows(rows: readonly Row[]): Manifest {
  if (rows.length === 0) return { problem: 'It contains no documents.' };
  const documents = new Map<string, ClientDocument>();
  for (const [index, { id: given, text, name }] of rows.entries()) {
    const which = typeof name === 'string' ? name : typeof given === 'string' ? given : `number ${index + 1}`;
    if (typeof text !== 'string') return { problem: `Its document ${which} has no text.` };
    const [, hash] = typeof given === 'string' ? (HASH.exec(given) ?? []) : [];
    if (hash !== undefined && hash !== sha256(text)) {
      return { problem: `The id ${given} is not the SHA-256 of its text.` };
    }
    const id = hash ?? given;
    if (typeof id !== 'string' || !ID.test(id)) {
      return { problem: `The id of its document ${which} must be at most 255 letters, digits and . _ ~ -` };
    }
    if (documents.has(id) && documents.get(id)?.text !== text) {
      return { problem: `Two of its documents have the id ${id}.` };
    }
    documents.set(id, { id, text, name: typeof name === 'string' ? name : namesIn(text) });
  }
  return { documents: [...documents.values()] };
}

/** The names of a text's operations; it may be invalid. */
const namesIn = (text: string): string =>
  [...text.slice(0, LOOKED_AT).matchAll(OPERATION)].map(([, name]) => name).join(', ') || 'unnamed';

const LOOKED_AT = 100_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
