import { Button, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { AutomationChoicesDocument } from '../../../generated/dashboard/automations.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { readChoice } from '../../shell/read-search.ts';
import { ScreenTitle } from '../../shell/title.tsx';
import { AutomationsTable } from './automations-table.tsx';
import { Create } from './create.tsx';
import { type AutomationsSearch, STATUSES } from './search.ts';
import { useAutomationText } from './texts.ts';

export const Automations = createLazyRoute('/automations')({ component: AutomationsScreen });

const route = getRouteApi('/automations');

function AutomationsScreen() {
  const t = useAutomationText();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choices = useRead(AutomationChoicesDocument, {});
  useOnChange(['LIST'], choices.refetch);
  const lists = choices.data?.lists.nodes ?? [];
  const [isCreating, { open, close }] = useDisclosure();
  const listChoices = useListChoices(lists);
  const filter = (change: AutomationsSearch) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }) });
  const create = mayWrite && <Button onClick={open}>{t('create')}</Button>;
  return (
    <>
      <ScreenTitle action={create}>{t('title')}</ScreenTitle>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search">
          <NativeSelect
            label={t('status')}
            value={search.status ?? ''}
            data={[{ value: '', label: t('any') }, ...STATUSES.map((status) => ({ value: status, label: t(status) }))]}
            onChange={({ currentTarget: { value } }) => filter({ status: readChoice(value, STATUSES) })}
          />
          <NativeSelect
            label={t('list')}
            value={search.list ?? ''}
            data={[{ value: '', label: t('any') }, ...listChoices]}
            onChange={({ currentTarget: { value } }) => filter({ list: value || undefined })}
          />
        </SimpleGrid>
        <AutomationsTable search={search} onPageChange={filter} onCreate={mayWrite ? open : undefined} />
      </Stack>
      <Create opened={isCreating} onClose={close} lists={lists} />
    </>
  );
}
