import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { FindDocument, type FindQuery } from '../../generated/dashboard/palette.ts';
import { readUncached } from '../client/read-uncached.ts';

const DEBOUNCE_MS = 200;
/** The minimum length of a search. */
const MIN_LENGTH = 2;

/** The rows of all kinds that match the typed text, and whether more may follow. */
export function useSearchResults(typed: string): { found?: FindQuery; isSearching: boolean } {
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const [last, setLast] = useState<{ found?: FindQuery; for?: string }>({});
  useEffect(() => {
    if (search.length < MIN_LENGTH) return setLast({});
    let isLate = false;
    void readUncached(FindDocument, { search }).then(({ data }) => {
      if (!isLate) setLast({ ...(data && { found: data }), for: search });
    });
    return () => {
      isLate = true;
    };
  }, [search]);
  return { ...last, isSearching: typed.trim().length >= MIN_LENGTH && last.for !== typed.trim() };
}
