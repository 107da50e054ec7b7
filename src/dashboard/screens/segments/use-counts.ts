import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { PreviewSegmentDocument } from '../../../generated/dashboard/segments.ts';
import { type Failure, failureOf } from '../../client/failure.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useRead } from '../../client/use-read.ts';
import { keyAt, type Written } from './draft.ts';

const TYPING_MS = 300;

/** How many people match, by themselves and each rule by its key. */
export interface Counts {
  total: number | undefined;
  ofRules: ReadonlyMap<string, number>;
}

const NONE: Counts = { total: undefined, ofRules: new Map() };

/**
 * Counts the people of a list that the rules match, whenever nobody has typed for a moment. Until there is an answer the
 * figures before it stay. What is refused is given by the key of its rule.
 */
export function useCounts(list: string, written: Written) {
  const [asked] = useDebouncedValue(written, TYPING_MS);
  const pause = asked.count === 0;
  const { data, error } = useRead(PreviewSegmentDocument, { list, conditions: asked.conditions }, { pause });
  const [counts, setCounts] = useState(NONE);
  const fresh = pause ? undefined : data?.previewSegment;
  useEffect(() => {
    if (!fresh) return;
    const ofRules = fresh.rules.map(
      ({ path, subscribersCount }) => [asked.keys.get(path) ?? '', subscribersCount] as const,
    );
    setCounts({ total: fresh.subscribersCount, ofRules: new Map(ofRules) });
  }, [fresh, asked]);
  const refused = error && !pause ? error : undefined;
  return {
    counts: pause ? NONE : counts,
    moving: written !== asked || (!pause && !fresh && !refused),
    problems: problemsOf(refused, asked),
    failure: refused && failureOf(refused) !== ('refused' satisfies Failure) ? refused : undefined,
  };
}

/** What the server says of single rules and groups, by their keys. */
export function problemsOf(error: Parameters<typeof fieldErrors>[0], { keys }: Written): ReadonlyMap<string, string> {
  const issues = Object.entries(fieldErrors(error));
  return new Map(
    issues.map(([path, message]) => {
      const key = path.startsWith('conditions') ? keyAt(keys, path) : undefined;
      return [key ?? path, message] as const;
    }),
  );
}
