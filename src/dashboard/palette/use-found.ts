import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { FindDocument, type FindQuery } from '../../generated/dashboard/palette.ts';
import { readOnce } from '../client/read-once.ts';

const TYPING_MS = 200;
/** As many letters as a search needs to be one. */
const SHORTEST = 2;

/** The rows of all kinds that have something to do with what is typed, and whether more may come. */
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
