import type { MediaStore } from '../domain/media/media-store.ts';
import { DUE_FOLDERS, removeFolders } from '../domain/media/remove-folders.ts';
import type { Log } from '../log.ts';
import { runWhenDue } from './run-when-due.ts';

const EVERY_MS = 30_000;

/**
 * Deletes orphaned media files every half minute. Separate from other work, because a storage may be slow. Returns a function
 * that stops it.
 */
export const removeMedia = (media: MediaStore, log: Log): (() => Promise<void>) =>
  runWhenDue(media.db, { what: DUE_FOLDERS, everyMs: EVERY_MS }, async () => {
    try {
      const removed = await removeFolders(media);
      if (removed > 0) log.info({ removed }, 'deleted orphaned media files');
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot delete orphaned media files; trying again');
    }
  });
