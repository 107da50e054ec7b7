import { Button, Group, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { DeveloperPagesDocument } from '../../../generated/dashboard/shell.ts';
import { Uncached } from '../../client/uncached.tsx';
import { useRead } from '../../client/use-read.ts';
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
  const reference = useRead(DeveloperPagesDocument, {}).data?.installation.referenceUrl;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (change: LogSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  return (
    <>
      <ScreenTitle
        action={
          <Group gap="xs">
            {reference && (
              <Button
                component="a"
                href={`${reference}/find?operation=sendTransactionalMail`}
                variant="subtle"
                visibleFrom="sm"
              >
                {t('reference')}
              </Button>
            )}
            {mayWrite && <ButtonLink to="/transactional/send">{t('send')}</ButtonLink>}
          </Group>
        }
      >
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
