import { createHash } from 'node:crypto';
import { type Database, inTransaction, run, sql } from '../../../database/connect.ts';
import { ConflictError } from '../../../errors.ts';
import { notify } from '../../../live/pubsub.ts';

/** A GraphQL document of a client. */
export interface ClientDocument {
  /** Its name in requests: usually a hash, without a prefix. */
  id: string;
  text: string;
  /** The names of its operations, for people. */
  name: string;
}

export interface RegisteredDocument extends ClientDocument {
  createdAt: Date;
}

/** The SHA-256 of a document's text in lower-case hexadecimal. */
const hashOfDocument = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Registers documents for all teams and processes. Returns how many are new. Throws ConflictError, and registers none, if an id
 * is registered with another text: released clients rely on that one.
 */
export const registerDocuments = (db: Database, documents: readonly ClientDocument[]): Promise<number> =>
  inTransaction(db, async (db) => {
    const ids = documents.map(({ id }) => id);
    const hashes = documents.map(({ text }) => hashOfDocument(text));
    const added = await run(
      db,
      sql`insert into registered_documents (id, hash, text, name)
          select * from unnest(${ids}::text[], ${hashes}::text[], ${documents.map(({ text }) => text)}::text[],
                               ${documents.map(({ name }) => name)}::text[]) given(id, hash, text, name)
          order by id on conflict (id) do nothing returning 1`,
    );
    const [other] = await run<{ id: string; name: string }>(
      db,
      sql`select id, name from registered_documents known
            join unnest(${ids}::text[], ${hashes}::text[]) given(id, hash) using (id)
          where known.hash <> given.hash order by id limit 1`,
    );
    if (other) {
      throw new ConflictError(
        'IN_USE',
        `the id ${other.id} is registered with another text (${other.name}). Use another id, or first run: npm run documents -- remove ${other.id}`,
      );
    }
    await notify(db, { topic: 'documents.changed' });
    return added.length;
  });

/** All registered documents, the oldest first. */
export const listDocuments = (db: Database): Promise<RegisteredDocument[]> =>
  run(
    db,
    sql`select id, text, name, created_at as "createdAt" from registered_documents order by created_at, name, id`,
  );

/** Removes a document, or all. Returns how many are removed. */
export const removeDocuments = (db: Database, id?: string): Promise<number> =>
  inTransaction(db, async (db) => {
    const removed = await run(
      db,
      sql`delete from registered_documents where ${id ?? null}::text is null or id = ${id ?? null} returning 1`,
    );
    await notify(db, { topic: 'documents.changed' });
    return removed.length;
  });

/** Whether any document is registered. */
export async function hasDocuments(db: Database): Promise<boolean> {
  const rows = await run(db, sql`select 1 from registered_documents limit 1`);
  return rows.length > 0;
}
