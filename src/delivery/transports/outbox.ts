import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openOutbox, outboxFileName } from '../../storage/outbox-folder.ts';
import { bytesOf, type Outcome, type OutgoingMessage, type Transport } from './transport.ts';

/**
 * Writes each message to `<folder>/<time>-<id>.eml` instead of sending it. The name depends on the message alone, so a
 * message that is sent twice gives one file. A file appears only when it is complete.
 */
export function createOutbox(folder: string): Transport {
  return {
    description: `outbox ${folder}`,
    concurrency: 4,
    isLocal: true,
    async connect() {
      try {
        await openOutbox(folder);
      } catch (error) {
        return unwritable(error);
      }
      const send = async (message: OutgoingMessage): Promise<Outcome> => {
        try {
          await writeMessage(folder, message);
          return { kind: 'accepted' };
        } catch (error) {
          return unwritable(error);
        }
      };
      return { kind: 'connected', send, release: () => {} };
    },
    async close() {},
  };
}

async function writeMessage(folder: string, message: OutgoingMessage): Promise<void> {
  const name = outboxFileName(message);
  const unfinished = join(folder, `.${name}.${process.pid}`);
  try {
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(bytesOf(message));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  const directory = await open(folder);
  await directory.sync().finally(() => directory.close());
}

const unwritable = (error: unknown): Outcome => ({
  kind: 'deferred',
  reason: `The outbox cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
  cause: 'server',
});
