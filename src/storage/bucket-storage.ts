import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { contentTypeOf } from './content-types.ts';
import type { BucketSettings } from './media-url.ts';
import { type Storage, StorageError, type StoredObject } from './storage.ts';

const CONNECT_MS = 5_000;
const SILENT_MS = 15_000;

type Sdk = typeof import('@aws-sdk/client-s3');

/** Objects in a bucket that speaks the protocol of S3. The library is loaded with the first object. */
export class BucketStorage implements Storage {
  readonly isLocal = false;
  readonly #settings: BucketSettings;
  #opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;

  constructor(settings: BucketSettings) {
    this.#settings = settings;
  }

  async write(folder: string, name: string, bytes: Buffer): Promise<void> {
    await this.#call(({ sdk, client }) =>
      client.send(
        new sdk.PutObjectCommand({
          ...this.#object(folder, name),
          Body: bytes,
          ContentType: contentTypeOf(name),
          ContentLength: bytes.length,
          CacheControl: 'public, max-age=31536000, immutable',
        }),
      ),
    );
  }

  async read(folder: string, name: string): Promise<StoredObject | undefined> {
    const found = await this.#call(({ sdk, client }) =>
      client.send(new sdk.GetObjectCommand(this.#object(folder, name))).catch((error) => {
        if (error.name === 'NoSuchKey' || error.$metadata?.httpStatusCode === 404) return undefined;
        throw error;
      }),
    );
    return found && { size: found.ContentLength ?? 0, bytes: found.Body as Readable };
  }

  async removeFolder(folder: string): Promise<void> {
    const { bucket: Bucket, prefix } = this.#settings;
    await this.#call(async ({ sdk, client }) => {
      const { Contents = [] } = await client.send(
        new sdk.ListObjectsV2Command({ Bucket, Prefix: `${prefix}${folder}/` }),
      );
      // One by one: not every server that is like S3 knows how to remove many, and a folder has four at most.
      for (const { Key } of Contents) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    });
  }

  close(): void {
    void this.#opened?.then(({ client }) => client.destroy()).catch(() => {});
  }

  #object(folder: string, name: string) {
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${folder}/${name}` };
  }

  async #call<Result>(work: (opened: { sdk: Sdk; client: S3Client }) => Promise<Result>): Promise<Result> {
    try {
      this.#opened ??= this.#open();
      return await work(await this.#opened);
    } catch (error) {
      throw new StorageError(`the bucket of media does not answer (${(error as Error).name})`, { cause: error });
    }
  }

  async #open() {
    const sdk = await import('@aws-sdk/client-s3');
    const { region, endpoint, pathStyle, credentials } = this.#settings;
    const client = new sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENT_MS },
      // Servers that are like S3 do not all know Amazon's newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { sdk, client };
  }
}
