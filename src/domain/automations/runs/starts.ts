import { parseUrl } from '../../../network/parse-url.ts';
import type { Signal } from './process-signals.ts';
import type { Listening } from './read-listening.ts';

/**
 * Whether a signal of the trigger's kind starts an automation. For anything but events, the listener already matches only
 * the trigger's own reference.
 */
export function starts({ id, trigger, listens }: Listening, { kind, ref, detail, imported }: Signal): boolean {
  const hasListener = listens.some((one) => one.kind === kind && one.ref === ref && (one.imports || !imported));
  if (!hasListener) return false;
  switch (trigger.type) {
    case 'clicked':
      return trigger.url === undefined || (detail !== null && isSameAddress(trigger.url, detail));
    // Each automation that watches a segment gets its own signal.
    case 'segment_entered':
    case 'segment_left':
      return detail === id;
    default:
      return true;
  }
}

/** Whether both addresses are equal after normalisation: `https://shop.example` is `https://SHOP.example/`. */
const isSameAddress = (one: string, other: string): boolean => normal(one) === normal(other);

const normal = (url: string): string => parseUrl(url)?.href ?? url;
