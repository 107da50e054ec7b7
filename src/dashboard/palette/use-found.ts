import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { FindDocument, type FindQuery } from '../../generated/dashboard/palette.ts';
import { readOnce } from '../client/read-once.ts';

const TYPING_MS = 200;
/** The minimum length of a search. */
const SHORTEST = 2;

/** The rows of all kinds that match the typed text, and whether more may follow. */
export function useFound(typed: string): { found?: FindQuery; isLooking: boolean } {
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [last, setLast] = useState<{ found?: FindQuery; for?: string }>({});
  useEffect(() => {
    if (search.length < SHORTEST) return setLast({});
    let isLate = false;
    void readOnce(FindDocument, { search }).then(({ data }) => {
      if (!isLate) setLast({ ...(data && { found: data }), for: search });
    });
    return () => {
      isLate = true;
    };
  }, [search]);
  return { ...last, isLooking: typed.trim().length >= SHORTEST && last.for !== typed.trim() };
}
