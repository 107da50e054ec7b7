import type { Database } from '../../database/connect.ts';
import type { Storage } from '../../storage/storage.ts';

/** Where the files of media are, and how they are reached. */
export interface MediaStore {
  storage: Storage;
  /** Outside of any transaction: that a folder is being filled is known even when the transaction is rolled back. */
  db: Database;
  /** The beginning of public addresses. */
  publicUrl: string;
  /** What a team may keep. 0: without a limit. */
  bytesPerTeam: number;
}
