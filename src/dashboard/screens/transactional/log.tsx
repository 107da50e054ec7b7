import { Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Uncached } from '../../client/uncached.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogTable } from './log-table.tsx';
import type { LogSearch } from './search.ts';
import { useLogText } from './texts.ts';

export const Log = createLazyRoute('/transactional')({ component: LogScreen });

const route = getRouteApi('/transactional');

function LogScreen() {
  const t = useLogText();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (change: LogSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  return (
    <>
      <ScreenTitle action={mayWrite && <ButtonLink to="/transactional/send">{t('send')}</ButtonLink>}>
        {t('title')}
      </ScreenTitle>
      <Stack>
        <LogFilters search={search} onChange={filter} />
        <Uncached>
          <LogTable search={search} onPageChange={(page) => filter(page)} />
        </Uncached>
      </Stack>
    </>
  );
}
