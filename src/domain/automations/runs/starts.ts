import type { Listening } from './read-listening.ts';
import type { Signal } from './take-signals.ts';

/**
 * Whether a signal of the trigger's kind starts an automation. Of what anything but an event is about, the automation listens only
 * to what its trigger names.
 */
export function starts({ id, trigger, listens }: Listening, { kind, ref, detail, imported }: Signal): boolean {
  const isHeard = listens.some((one) => one.kind === kind && one.ref === ref && (one.imports || !imported));
  if (!isHeard) return false;
  switch (trigger.type) {
    case 'clicked':
      return trigger.url === undefined || (detail !== null && isSameAddress(trigger.url, detail));
    // Each automation that watches a segment is told by itself.
    case 'segment_entered':
    case 'segment_left':
      return detail === id;
    default:
      return true;
  }
}

/** Whether they lead to the same place, however they are written: `https://shop.example` is `https://SHOP.example/`. */
const isSameAddress = (one: string, other: string): boolean => normal(one) === normal(other);

const normal = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
