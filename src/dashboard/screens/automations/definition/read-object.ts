import { isPart } from './step.ts';

/** The object in a JSON text; undefined for anything else. */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isPart(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}
