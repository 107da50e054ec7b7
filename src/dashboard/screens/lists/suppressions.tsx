import { Alert, Button, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  LiftSuppressionDocument,
  SuppressDocument,
  type SuppressionInTableFragment,
  SuppressionTableDocument,
} from '../../../generated/dashboard/lists.ts';
import { useChange } from '../../client/use-change.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { readChoice } from '../../shell/read-search.ts';
import { ScreenTitle } from '../../shell/title.tsx';
import { isWholeTargetOrNone } from '../../shell/whole-address.ts';
import { Failed } from '../../states/failed.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
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
const TYPING_MS = 250;

function SuppressionsScreen() {
  const say = useSuppressionsText();
  const sayLists = useListsText();
  const mayWrite = useMayWrite();
  const { search, reason, ...page } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(SuppressionTableDocument, {
    ...(search && targetOf(search)),
    reason: reason ?? null,
    ...pageOf(page),
  });
  const [adding, setAdding] = useState<'one' | 'many'>();
  const [lifted, setLifted] = useState<SuppressionInTableFragment>();
  const [error, setError] = useState<CombinedError>();
  const [lift] = useChange(LiftSuppressionDocument);
  const [suppress] = useChange(SuppressDocument);
  const filter = (change: SuppressionSearch, replace = false) =>
    void navigate({ search: { search, reason, ...change }, replace });
  const type = useDebouncedCallback((typed: string) => {
    if (isWholeTargetOrNone(typed.trim())) filter({ search: typed.trim() || undefined }, true);
  }, TYPING_MS);
  const remove = async (suppression: SuppressionInTableFragment) => {
    const { error } = await lift({ id: suppression.id });
    setError(error);
    if (error) return;
    setLifted(suppression);
    read.again();
  };
  const undo = async ({ email, domain, reason }: SuppressionInTableFragment) => {
    const { error } = await suppress({ input: { email, domain, reason } });
    setError(error);
    setLifted(undefined);
    read.again();
  };
  const done = () => {
    setAdding(undefined);
    read.again();
  };
  return (
    <>
      <ListsNav />
      <ScreenTitle
        action={
          mayWrite && (
            <Group>
              <Button variant="default" onClick={() => setAdding('many')}>
                {say('addMany')}
              </Button>
              <Button onClick={() => setAdding('one')}>{say('add')}</Button>
            </Group>
          )
        }
      >
        {sayLists('suppressions')}
      </ScreenTitle>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search" mb="md">
        <TextInput
          label={say('search')}
          description={say('searchHint')}
          type="search"
          defaultValue={search ?? ''}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
        <NativeSelect
          label={say('reason')}
          description={say('reasonHint')}
          value={reason ?? ''}
          data={[{ value: '', label: say('any') }, ...REASONS.map((value) => ({ value, label: say(value) }))]}
          onChange={({ currentTarget: { value } }) => filter({ reason: readChoice(value, REASONS) })}
        />
      </SimpleGrid>
      {error && <Failed error={error} />}
      {lifted && (
        <Alert variant="outline" color="gray" role="status" mb="md">
          <Group justify="space-between">
            {say('lifted', { target: lifted.email ?? lifted.domain ?? '' })}
            <Button size="xs" variant="default" onClick={() => void undo(lifted)}>
              {sayLists('undo')}
            </Button>
          </Group>
        </Alert>
      )}
      <Shown of={read}>
        {({ suppressions: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Nothing title={search || reason ? say('noneFits') : say('none')}>{say('noneMore')}</Nothing>
          ) : (
            <>
              <SuppressionRows suppressions={nodes} onLift={(one) => void remove(one)} />
              <Pages info={pageInfo} onTurn={(page) => filter(page)} />
            </>
          )
        }
      </Shown>
      <Dialog
        opened={adding !== undefined}
        onClose={() => (adding === 'many' ? done() : setAdding(undefined))}
        title={adding === 'many' ? say('addMany') : say('add')}
      >
        {adding === 'one' && <SuppressForm onDone={done} />}
        {adding === 'many' && <SuppressMany />}
      </Dialog>
    </>
  );
}
