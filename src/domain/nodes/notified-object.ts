import { saleNodeId } from './part-nodes.ts';

/** The body of a notification: when it happened, and the objects as REST shows them, with details. */
export interface Notified {
  timestamp: string;
  data: Readonly<Record<string, unknown>>;
}

/** The body of a stored notification. */
export const notified = (body: string): Notified => JSON.parse(body) as Notified;

/**
 * The id of the object that a notification is about, as `node` takes it: that of the first object in its data, which a newer version
 * of the program may have named. Null if there is none, as for the transport of the installation.
 */
export function objectIdOf({ data }: Notified): string | null {
  for (const [name, shown] of Object.entries(data)) {
    if (typeof shown !== 'object' || shown === null || !('id' in shown) || typeof shown.id !== 'string') continue;
    return name === 'conversion' ? saleNodeId({ id: shown.id }) : shown.id;
  }
  return null;
}
