import type { Readable } from 'node:stream';
import { Bucket } from './bucket.ts';
import { contentTypeOf } from './content-types.ts';
import type { BucketSettings } from './media-url.ts';
import type { Storage, StoredObject } from './storage.ts';

const USE = { of: 'media', connectMs: 5_000, silentMs: 15_000 };

/** Objects in an S3-compatible bucket. */
export class BucketStorage implements Storage {
  readonly isLocal = false;
  readonly #bucket: Bucket;

  constructor(settings: BucketSettings) {
    this.#bucket = new Bucket(settings, USE);
  }

  async write(folder: string, name: string, bytes: Buffer): Promise<void> {
    await this.#bucket.call(({ sdk, client }) =>
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
    const found = await this.#bucket.call(({ sdk, client }) =>
      client.send(new sdk.GetObjectCommand(this.#object(folder, name))).catch((error) => {
        if (error.name === 'NoSuchKey' || error.$metadata?.httpStatusCode === 404) return undefined;
        throw error;
      }),
    );
    return found && { size: found.ContentLength ?? 0, bytes: found.Body as Readable };
  }

  async removeFolder(folder: string): Promise<void> {
    const { Bucket, Key: Prefix } = this.#object(folder, '');
    await this.#bucket.call(async ({ sdk, client }) => {
      const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix }));
      // One by one: not every S3-compatible server can delete several at once, and a folder has at most four.
      for (const { Key } of Contents) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    });
  }

  close(): void {
    this.#bucket.close();
  }

  #object(folder: string, name: string) {
    return this.#bucket.object(`${folder}/${name}`);
  }
}
