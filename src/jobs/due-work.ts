import type { Database } from '../database/connect.ts';
import { DUE_SERIES, runSeries } from '../domain/campaigns/series/run-series.ts';
import type { Around } from '../domain/campaigns/series/start-series.ts';
import type { MediaStore } from '../domain/media/media-store.ts';
import { DUE_FOLDERS, removeFolders } from '../domain/media/remove-folders.ts';
import type { Log } from '../log.ts';
import { runWhenDue } from './run-when-due.ts';

const SERIES_EVERY_MS = 5_000;

/**
 * Looks every few seconds for due recurring campaigns. Separate from the sweep, because feeds can be slow. Returns a function
 * that stops it.
 */
export const startSeriesRuns = (db: Database, around: Around, log: Log): (() => Promise<void>) =>
  runWhenDue(db, { what: DUE_SERIES, everyMs: SERIES_EVERY_MS }, async () => {
    try {
      await runSeries(db, around, log);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot find due recurring campaigns; trying again');
    }
  });

const MEDIA_EVERY_MS = 30_000;

/**
 * Deletes orphaned media files every half minute. Separate from other work, because a storage may be slow. Returns a function
 * that stops it.
 */
export const removeMedia = (media: MediaStore, log: Log): (() => Promise<void>) =>
  runWhenDue(media.db, { what: DUE_FOLDERS, everyMs: MEDIA_EVERY_MS }, async () => {
    try {
      const removed = await removeFolders(media);
      if (removed > 0) log.info({ removed }, 'deleted orphaned media files');
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot delete orphaned media files; trying again');
    }
  });
