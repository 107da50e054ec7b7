import type { Detected, Reading } from './detect-encoding.ts';
import { encodingTitle } from './encodings.ts';

/** Warnings for the sender of a file whose encoding was detected. Empty if it is certain. */
export function readingWarnings(detected: Detected | undefined): string[] {
  if (!detected) return [];
  const [other] = detected.others;
  const instead = other ? ` It may also be ${encodingTitle(other.encoding)}: ${list(other)}.` : '';
  const names = detected.samples.length > 0 ? ` Check these names: ${list(detected)}.` : '';
  return [
    `Read as ${encodingTitle(detected.encoding)}.${names}${instead} If they look wrong, choose another encoding.`,
  ];
}

const list = ({ samples }: Reading): string => samples.join(', ');
