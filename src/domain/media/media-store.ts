import type { Database } from '../../database/connect.ts';
import type { Storage } from '../../storage/storage.ts';

/** The storage of media files, and access to it. */
export interface MediaStore {
  storage: Storage;
  /** Outside of any transaction: a folder that is being filled stays recorded even if the transaction is rolled back. */
  db: Database;
  /** The beginning of public addresses. */
  publicUrl: string;
  /** The storage limit of a team. 0: no limit. */
  bytesPerTeam: number;
}
