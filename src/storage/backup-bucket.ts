import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BackupPlace } from './backup-place.ts';
import { type BucketSettings, readBucketUrl } from './media-url.ts';
import { StorageError } from './storage.ts';

const CONNECT_MS = 10_000;
/** A part may go over a slow line. */
const SILENT_MS = 300_000;

/** A bucket takes ten thousand parts: 160 GB. */
const PART = 16 * 1024 * 1024;

type Sdk = typeof import('@aws-sdk/client-s3');
interface Opened {
  sdk: Sdk;
  client: S3Client;
}

/** Backups in a bucket that speaks the protocol of S3. */
export class BackupBucket implements BackupPlace {
  readonly shown: string;
  readonly #settings: BucketSettings;
  readonly #part: number;
  #opened: Promise<Opened> | undefined;

  /** Larger files than `part` bytes go in parts. */
  constructor(url: string, part = PART) {
    this.#settings = readBucketUrl(url, 'BACKUP_URL');
    this.shown = `the bucket ${this.#settings.bucket}`;
    this.#part = part;
  }

  list(): Promise<string[]> {
    const { bucket: Bucket, prefix: Prefix } = this.#settings;
    return this.#call(async ({ sdk, client }) => {
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

  /** What is there is read once more and compared. */
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
      await this.#call((opened) =>
        size <= this.#part ? this.#putWhole(opened, name, read) : this.#putParts(opened, name, size, read),
      );
      if ((await this.#hashOf(name)) !== hash.digest('hex')) {
        await this.remove(name);
        throw new StorageError('the bucket of backups has other bytes than were sent');
      }
    } finally {
      await source.close();
    }
    await rm(file);
  }

  async remove(name: string): Promise<void> {
    await this.#call(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(this.#object(name))));
  }

  close(): void {
    void this.#opened?.then(({ client }) => client.destroy()).catch(() => {});
  }

  async #putWhole({ sdk, client }: Opened, name: string, read: (from: number) => Promise<Buffer>): Promise<void> {
    await client.send(new sdk.PutObjectCommand({ ...this.#object(name), Body: await read(0) }));
  }

  async #putParts(
    { sdk, client }: Opened,
    name: string,
    size: number,
    read: (from: number) => Promise<Buffer>,
  ): Promise<void> {
    const object = this.#object(name);
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
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {}); // the first error says why
      throw error;
    }
  }

  #hashOf(name: string): Promise<string> {
    return this.#call(async ({ sdk, client }) => {
      const { Body } = await client.send(new sdk.GetObjectCommand(this.#object(name)));
      const hash = createHash('sha256');
      for await (const piece of Body as Readable) hash.update(piece);
      return hash.digest('hex');
    });
  }

  #object(name: string) {
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${name}` };
  }

  async #call<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
    try {
      this.#opened ??= this.#open();
      return await work(await this.#opened);
    } catch (error) {
      throw new StorageError(`the bucket of backups does not answer (${(error as Error).name})`, { cause: error });
    }
  }

  async #open(): Promise<Opened> {
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
