import { Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Passing } from '../../client/passing.tsx';
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
  const say = useLogText();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (change: LogSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  return (
    <>
      <ScreenTitle action={mayWrite && <ButtonLink to="/transactional/send">{say('send')}</ButtonLink>}>
        {say('title')}
      </ScreenTitle>
      <Stack>
        <LogFilters search={search} onChange={filter} />
        <Passing>
          <LogTable search={search} onTurn={(page) => filter(page)} />
        </Passing>
      </Stack>
    </>
  );
}
