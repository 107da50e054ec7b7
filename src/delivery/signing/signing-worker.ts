import { parentPort } from 'node:worker_threads';
import { READY } from '../../threads/ready.ts';
import { dkimSignature, type SigningKey } from './dkim.ts';

/** Messages, each with the index of its key. */
export interface SigningJob {
  keys: SigningKey[];
  messages: { raw: Uint8Array; key: number }[];
}

parentPort?.on('message', ({ keys, messages }: SigningJob) => {
  const headers = messages.map(({ raw, key }) =>
    dkimSignature(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), keys[key]!),
  );
  parentPort?.postMessage(headers);
});
parentPort?.postMessage(READY);
