import { Alert, Button, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  DeleteSuppressionDocument,
  SuppressDocument,
  type SuppressionInTableFragment,
  SuppressionTableDocument,
} from '../../../generated/dashboard/lists.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { isFullTargetOrEmpty } from '../../shell/full-address.ts';
import { readChoice } from '../../shell/read-search.ts';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Failed } from '../../states/failed.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { ListsNav } from './nav.tsx';
import { REASONS, type SuppressionSearch } from './search.ts';
import { SuppressForm } from './suppress-form.tsx';
import { SuppressMany } from './suppress-many.tsx';
import { SuppressionRows } from './suppression-rows.tsx';
import { targetOf } from './suppression-target.ts';
import { useSuppressionsText } from './suppressions-texts.ts';
import { useListsText } from './texts.ts';

export const Suppressions = createLazyRoute('/lists/suppressions')({ component: SuppressionsScreen });

const route = getRouteApi('/lists/suppressions');
const DEBOUNCE_MS = 250;

function SuppressionsScreen() {
  const t = useSuppressionsText();
  const tLists = useListsText();
  const mayWrite = useMayWrite();
  const { search, reason, ...page } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(SuppressionTableDocument, {
    ...(search && targetOf(search)),
    reasons: reason ? [reason] : null,
    ...pageOf(page),
  });
  const [adding, setAdding] = useState<'one' | 'many'>();
  const [unsuppressed, setUnsuppressed] = useState<SuppressionInTableFragment>();
  const [error, setError] = useState<CombinedError>();
  const [unsuppress] = useMutation(DeleteSuppressionDocument);
  const [suppress] = useMutation(SuppressDocument);
  const filter = (change: SuppressionSearch, replace = false) =>
    void navigate({ search: { search, reason, ...change }, replace });
  const type = useDebouncedCallback((typed: string) => {
    if (isFullTargetOrEmpty(typed.trim())) filter({ search: typed.trim() || undefined }, true);
  }, DEBOUNCE_MS);
  const remove = async (suppression: SuppressionInTableFragment) => {
    const { error } = await unsuppress({ id: suppression.id });
    setError(error);
    if (error) return;
    setUnsuppressed(suppression);
    read.refetch();
  };
  const undo = async ({ email, domain, reason }: SuppressionInTableFragment) => {
    const { error } = await suppress({ input: { email, domain, reason } });
    setError(error);
    setUnsuppressed(undefined);
    read.refetch();
  };
  const done = () => {
    setAdding(undefined);
    read.refetch();
  };
  return (
    <>
      <ListsNav />
      <ScreenTitle
        action={
          mayWrite && (
            <Group>
              <Button variant="default" onClick={() => setAdding('many')}>
                {t('pasteList')}
              </Button>
              <Button onClick={() => setAdding('one')}>{t('add')}</Button>
            </Group>
          )
        }
      >
        {tLists('suppressions')}
      </ScreenTitle>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search" mb="md">
        <TextInput
          label={t('search')}
          description={t('searchHint')}
          type="search"
          defaultValue={search ?? ''}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
        <NativeSelect
          label={t('reason')}
          description={t('reasonHint')}
          value={reason ?? ''}
          data={[{ value: '', label: t('any') }, ...REASONS.map((value) => ({ value, label: t(value) }))]}
          onChange={({ currentTarget: { value } }) => filter({ reason: readChoice(value, REASONS) })}
        />
      </SimpleGrid>
      {error && <Failed error={error} />}
      {unsuppressed && (
        <Alert variant="outline" color="gray" role="status" mb="md">
          <Group justify="space-between">
            {t('removed', { target: unsuppressed.email ?? unsuppressed.domain ?? '' })}
            <Button size="xs" variant="default" onClick={() => void undo(unsuppressed)}>
              {tLists('undo')}
            </Button>
          </Group>
        </Alert>
      )}
      <Loaded of={read}>
        {({ suppressions: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <EmptyState title={search || reason ? t('noMatches') : t('noSuppressions')}>
              {t('noSuppressionsHint')}
            </EmptyState>
          ) : (
            <>
              <SuppressionRows suppressions={nodes} onUnsuppress={(one) => void remove(one)} />
              <Pages info={pageInfo} onPageChange={(page) => filter(page)} />
            </>
          )
        }
      </Loaded>
      <Dialog
        opened={adding !== undefined}
        onClose={() => (adding === 'many' ? done() : setAdding(undefined))}
        title={adding === 'many' ? t('pasteList') : t('add')}
      >
        {adding === 'one' && <SuppressForm onDone={done} />}
        {adding === 'many' && <SuppressMany />}
      </Dialog>
    </>
  );
}
