import { Button, Group } from '@mantine/core';
import { useStateText } from '../states/texts.ts';

/** Where a page begins, as the address holds it: after a row, or before one. Neither is the first page. */
export interface PageSearch {
  after?: string | undefined;
  before?: string | undefined;
}

/** The page info of an API connection. */
interface PageInfo {
  startCursor?: string | null | undefined;
  endCursor?: string | null | undefined;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** The arguments of a connection for a page of `size` rows. */
export const pageOf = ({ after, before }: PageSearch, size = 50) =>
  before ? { last: size, before } : { first: size, ...(after && { after }) };

/** Leads to the page before and the next. Pages begin at a row, not at a number: the last of a million is as near as the first. */
export function Pages({ info, onPageChange }: { info: PageInfo; onPageChange: (page: PageSearch) => void }) {
  const t = useStateText();
  if (!info.hasPreviousPage && !info.hasNextPage) return null;
  return (
    <Group justify="flex-end" component="nav" aria-label={t('pages')} mt="md">
      {info.hasPreviousPage && (
        <Button variant="default" onClick={() => onPageChange({ before: info.startCursor ?? '', after: undefined })}>
          {t('previous')}
        </Button>
      )}
      {info.hasNextPage && (
        <Button variant="default" onClick={() => onPageChange({ after: info.endCursor ?? '', before: undefined })}>
          {t('next')}
        </Button>
      )}
    </Group>
  );
}
