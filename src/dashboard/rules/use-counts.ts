import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { CombinedError } from 'urql';
import { PreviewSegmentDocument, type PreviewSegmentQuery } from '../../generated/dashboard/rules.ts';
import { failureOf } from '../client/failure.ts';
import { fieldErrors, labelledErrors } from '../client/field-errors.ts';
import { readUncached } from '../client/read-uncached.ts';
import { keyAt, type Written } from './draft.ts';

const DEBOUNCE_MS = 300;

/** How many people match, by themselves and each rule by its key. */
export interface Counts {
  total: number | undefined;
  ofRules: ReadonlyMap<string, number>;
}

type Preview = NonNullable<PreviewSegmentQuery['previewSegment']>;

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();
const NONE: Counts = { total: undefined, ofRules: new Map() };

/**
 * Counts the people of a list that the rules match, whenever nobody has typed for a moment. Until there is an answer the
 * figures before it stay. Errors are listed by the key of their rule. Without a list nobody is counted.
 */
export function useCounts(list: string | undefined, written: Written) {
  const [requested] = useDebouncedValue(written, DEBOUNCE_MS);
  const [answer, setAnswer] = useState<Answer>();
  const [counts, setCounts] = useState(NONE);
  const isEmpty = list === undefined || requested.count === 0;
  useEffect(() => {
    if (list === undefined || requested.count === 0) return;
    let isLast = true;
    void readUncached(PreviewSegmentDocument, { list, conditions: requested.conditions }).then(({ data, error }) => {
      if (!isLast) return;
      setAnswer({ to: requested, error });
      if (data?.previewSegment) setCounts(countsOf(data.previewSegment, requested));
    });
    return () => {
      isLast = false;
    };
  }, [list, requested]);
  const answered = isEmpty || answer?.to === requested;
  const error = isEmpty ? undefined : answer?.error;
  return {
    counts: isEmpty ? NONE : counts,
    recounting: written !== requested || !answered,
    problems: answer ? problemsOf(error, answer.to) : NO_PROBLEMS,
    failure: error && failureOf(error) !== 'refused' ? error : undefined,
  };
}

/** The answer and its question: the paths belong to that question. */
interface Answer {
  to: Written;
  error: CombinedError | undefined;
}

const countsOf = ({ subscribersCount, rules }: Preview, { keys }: Written): Counts => ({
  total: subscribersCount,
  ofRules: new Map(rules.map((one) => [keys.get(one.path) ?? '', one.subscribersCount])),
});

/** The server's errors for single rules and groups, by key. */
export function problemsOf(error: CombinedError | undefined, { keys }: Written): ReadonlyMap<string, string> {
  const issues = Object.entries(labelledErrors(error));
  const besideFields = fieldErrors(error);
  return new Map(
    issues.map(([path, message]) => {
      const key = path.startsWith('conditions') ? keyAt(keys, path) : undefined;
      return key === undefined ? ([path, besideFields[path] ?? message] as const) : ([key, message] as const);
    }),
  );
}
