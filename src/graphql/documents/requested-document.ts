import { createHash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import type { Installation } from '../../installation.ts';
import { LIMITS } from '../guards/limits.ts';
import type { Caller } from '../yoga.ts';
import { AutomaticDocuments } from './automatic-documents.ts';
import { malformed, notKnown, notRegistered, notTrusted } from './refusals.ts';

/** The parts of a request that name its document, as sent. */
export interface DocumentRequest {
  query?: unknown;
  documentId?: unknown;
  extensions?: unknown;
}

/** Whether a caller may only execute registered documents (docs/adr/0183). */
export const needsTrust = ({ config }: Pick<Installation, 'config'>, { access }: Caller): boolean =>
  config.trustedDocumentsOnly && access?.kind !== 'member';

/**
 * Finds the text of a document that is named by a `documentId` (GraphQL over HTTP, appendix A) or by a hash (Apollo's automatic
 * persisted queries), for every transport of a process.
 */
export class RequestedDocuments {
  readonly #installation: Installation;
  readonly #automatic = new AutomaticDocuments();

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  /**
   * Whether the document of a request has to be found. Otherwise the text in the request is executed. Without a token, that text
   * is the only way.
   */
  mustFind({ query, documentId, extensions }: DocumentRequest, caller: Caller): boolean {
    if (!caller.access) return false;
    if (isGiven(documentId) || persistedQueryOf(extensions)) return true;
    return typeof query === 'string' && needsTrust(this.#installation, caller);
  }

  /** The text of a request's document. Notes in the caller that it is registered. Throws GraphQLError if there is none. */
  async find(request: DocumentRequest, caller: Caller): Promise<string> {
    const { documentId } = request;
    const query = textOf(request.query);
    const persisted = persistedQueryOf(request.extensions);
    if (isGiven(documentId)) {
      if (query !== undefined) throw malformed('Send either query or documentId, not both.');
      return this.#byId(documentId, caller);
    }
    if (persisted === undefined) return this.#byText(query ?? '', caller);
    const hash = readHash(persisted);
    return query === undefined ? this.#byHash(hash, caller) : this.#withHash(query, hash, caller);
  }

  #byId(id: unknown, caller: Caller): Promise<string> {
    if (typeof id !== 'string' || !ID.test(id)) throw malformed(WRONG_ID);
    return this.#registered(id, caller, notRegistered(id));
  }

  async #byHash(hash: string, caller: Caller): Promise<string> {
    const known = needsTrust(this.#installation, caller) ? undefined : this.#automatic.get(hash);
    if (known === undefined && !ID.test(hash)) throw notKnown();
    return known ?? this.#registered(hash, caller, notKnown());
  }

  async #withHash(query: string, hash: string, caller: Caller): Promise<string> {
    if (needsTrust(this.#installation, caller)) return this.#byText(query, caller);
    // A longer text is refused before it is parsed.
    if (query.length <= LIMITS.characters && !this.#automatic.add(hash, query)) throw malformed(WRONG_HASH);
    return query;
  }

  /** A text may be registered too, for clients that cannot omit it. */
  async #byText(query: string, caller: Caller): Promise<string> {
    if (!needsTrust(this.#installation, caller) || query.length > LIMITS.characters) return query;
    const hash = createHash('sha256').update(query).digest('hex');
    return this.#registered(`sha256:${hash}`, caller, notTrusted());
  }

  async #registered(name: string, caller: Caller, missing: GraphQLError): Promise<string> {
    const text = await this.#installation.documents.find(name);
    if (text === undefined) throw needsTrust(this.#installation, caller) ? notTrusted() : missing;
    caller.trusted = text;
    return text;
  }
}

/** An id of the client's own, or `sha256:` and the hash. */
const ID = /^(sha256:[0-9a-f]{64}|[\w.~-]{1,255})$/;
const WRONG_ID =
  'The documentId must be "sha256:" and 64 hexadecimal digits, or at most 255 letters, digits and . _ ~ -';
const WRONG_HASH = 'extensions.persistedQuery.sha256Hash is not the SHA-256 of query.';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The protocol of WebSockets requires a text, so an empty one is none. */
const textOf = (query: unknown): string | undefined => (typeof query === 'string' && query !== '' ? query : undefined);

function persistedQueryOf(extensions: unknown): object | undefined {
  const { persistedQuery } = (typeof extensions === 'object' && extensions ? extensions : {}) as Record<
    string,
    unknown
  >;
  return typeof persistedQuery === 'object' && persistedQuery ? persistedQuery : undefined;
}

function readHash({ version, sha256Hash }: { version?: unknown; sha256Hash?: unknown }): string {
  if (version !== 1) throw malformed('extensions.persistedQuery.version must be 1.');
  if (typeof sha256Hash !== 'string') throw malformed('extensions.persistedQuery.sha256Hash must be a text.');
  return sha256Hash;
}
