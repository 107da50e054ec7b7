import { stat } from 'node:fs/promises';
import { UsageError } from './run.ts';

/** The size of a file in bytes. Throws UsageError when the file does not exist. */
export async function fileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`there is no file ${path}`);
  return found.size;
}
