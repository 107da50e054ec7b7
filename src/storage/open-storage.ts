import { join } from 'node:path';
import type { Config } from '../config.ts';
import { dataHome } from '../database/home.ts';
import { BucketStorage } from './bucket-storage.ts';
import { DiskStorage } from './disk-storage.ts';
import { readMediaUrl } from './media-url.ts';
import type { Storage } from './storage.ts';

/** The storage of media: the bucket of MEDIA_URL, else `media` under DATA_DIR. Throws SetupError. */
export const openStorage = (config: Pick<Config, 'mediaUrl' | 'dataDir'>): Storage =>
  config.mediaUrl
    ? new BucketStorage(readMediaUrl(config.mediaUrl))
    : new DiskStorage(() => join(dataHome(config), 'media'));
