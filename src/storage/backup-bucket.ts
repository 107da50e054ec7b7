import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BackupStorage } from './backup-storage.ts';
import { Bucket, type OpenBucket } from './bucket.ts';
import { readBucketUrl } from './media-url.ts';
import { StorageError } from './storage.ts';

/** A part may take long on a slow connection. */
const USE = { of: 'backups', connectMs: 10_000, silentMs: 300_000 };

/** A bucket accepts ten thousand parts per object, so 160 GB. */
const PART = 16 * 1024 * 1024;

/** Backups in an S3-compatible bucket. */
export class BackupBucket implements BackupStorage {
  readonly shown: string;
  readonly #bucket: Bucket;
  readonly #part: number;

  /** Files larger than `part` bytes are sent in parts. */
  constructor(url: string, part = PART) {
    const settings = readBucketUrl(url, 'BACKUP_URL');
    this.#bucket = new Bucket(settings, USE);
    this.shown = `the bucket ${settings.bucket}`;
    this.#part = part;
  }

  list(): Promise<string[]> {
    const { Bucket, Key: Prefix } = this.#bucket.object('');
    return this.#bucket.call(async ({ sdk, client }) => {
      const names: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
        );
        for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(Prefix.length));
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
      return names;
    });
  }

  /** Reads the object back and compares it. */
  async put(file: string, name: string): Promise<void> {
    const source = await open(file);
    try {
      const { size } = await source.stat();
      const hash = createHash('sha256');
      const read = async (from: number) => {
        const piece = Buffer.alloc(Math.min(this.#part, size - from));
        await source.read(piece, 0, piece.length, from);
        hash.update(piece);
        return piece;
      };
      await this.#bucket.call((opened) =>
        size <= this.#part ? this.#putWhole(opened, name, read) : this.#putParts(opened, name, size, read),
      );
      if ((await this.#hashOf(name)) !== hash.digest('hex')) {
        await this.remove(name);
        throw new StorageError('the backup in the bucket differs from the one sent');
      }
    } finally {
      await source.close();
    }
    await rm(file);
  }

  async remove(name: string): Promise<void> {
    await this.#bucket.call(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(this.#bucket.object(name))));
  }

  close(): void {
    this.#bucket.close();
  }

  async #putWhole({ sdk, client }: OpenBucket, name: string, read: (from: number) => Promise<Buffer>): Promise<void> {
    await client.send(new sdk.PutObjectCommand({ ...this.#bucket.object(name), Body: await read(0) }));
  }

  async #putParts(
    { sdk, client }: OpenBucket,
    name: string,
    size: number,
    read: (from: number) => Promise<Buffer>,
  ): Promise<void> {
    const object = this.#bucket.object(name);
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(object));
    const upload = { ...object, UploadId };
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let from = 0; from < size; from += this.#part) {
        const PartNumber = Parts.length + 1;
        const { ETag } = await client.send(
          new sdk.UploadPartCommand({ ...upload, PartNumber, Body: await read(from) }),
        );
        Parts.push({ ETag, PartNumber });
      }
      await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    } catch (error) {
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {}); // the first error has the reason
      throw error;
    }
  }

  #hashOf(name: string): Promise<string> {
    return this.#bucket.call(async ({ sdk, client }) => {
      const { Body } = await client.send(new sdk.GetObjectCommand(this.#bucket.object(name)));
      const hash = createHash('sha256');
      for await (const piece of Body as Readable) hash.update(piece);
      return hash.digest('hex');
    });
  }
}
