import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from './media-url.ts';
import { StorageError } from './storage.ts';

/** The library, and a client of the bucket. */
export interface OpenBucket {
  sdk: typeof import('@aws-sdk/client-s3');
  client: S3Client;
}

interface Use {
  /** Its use, as a word: "media". */
  of: string;
  connectMs: number;
  /** How long it may stay silent. */
  silentMs: number;
}

/** An S3-compatible bucket. The library is loaded with the first call. */
export class Bucket {
  readonly #settings: BucketSettings;
  readonly #use: Use;
  #opened: Promise<OpenBucket> | undefined;

  constructor(settings: BucketSettings, use: Use) {
    this.#settings = settings;
    this.#use = use;
  }

  /** The parameters that name an object: its path is below the bucket's prefix. */
  object(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${path}` };
  }

  /** Throws StorageError. */
  async call<Result>(work: (opened: OpenBucket) => Promise<Result>): Promise<Result> {
    try {
      this.#opened ??= this.#open();
      return await work(await this.#opened);
    } catch (error) {
      throw new StorageError(`the bucket of ${this.#use.of} is not responding (${(error as Error).name})`, {
        cause: error,
      });
    }
  }

  close(): void {
    void this.#opened?.then(({ client }) => client.destroy()).catch(() => {});
  }

  async #open(): Promise<OpenBucket> {
    const sdk = await import('@aws-sdk/client-s3');
    const { region, endpoint, pathStyle, credentials } = this.#settings;
    const client = new sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      requestHandler: { connectionTimeout: this.#use.connectMs, requestTimeout: this.#use.silentMs },
      // Not all S3-compatible servers support Amazon's newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { sdk, client };
  }
}
