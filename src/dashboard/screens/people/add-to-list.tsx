import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { ListsDocument, RemoveFromListDocument, SubscribeAgainDocument } from '../../../generated/dashboard/people.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { Failed } from '../../states/failed.tsx';
import { usePersonText } from './person-texts.ts';

/** Puts a person on one of the lists that they are not on. */
export function AddToList({ email, on, undo, onJoined }: Props) {
  const t = usePersonText();
  const read = useRead(ListsDocument, {});
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [join, busy] = useMutation(SubscribeAgainDocument);
  const [remove] = useMutation(RemoveFromListDocument);
  const others = (read.data?.lists.nodes ?? []).filter(({ id }) => !on.has(id));
  const choices = useListChoices(others);
  const list = others.find(({ id }) => id === chosen) ?? others[0];
  if (!list) return null;
  const act = async () => {
    const { data, error } = await join({ list: list.id, email });
    setError(error);
    if (!data) return;
    const { id, status } = data.createSubscriber.subscriber;
    undo.show(t(status === 'UNCONFIRMED' ? 'confirmationSent' : 'subscribedTo', { list: list.name }), async () => {
      const taken = await remove({ id });
      onJoined();
      return taken;
    });
    onJoined();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <Group align="flex-end" gap="xs" mt="md">
        <NativeSelect
          label={t('addToList')}
          value={list.id}
          data={choices}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
          style={{ flex: 1, minWidth: 150 }}
        />
        <Button type="submit" variant="default" loading={busy}>
          {t('subscribe')}
        </Button>
      </Group>
      {error && <Failed error={error} />}
    </form>
  );
}

interface Props {
  email: string;
  /** The ids of the lists that the person is on. */
  on: ReadonlySet<string>;
  undo: ReturnType<typeof useUndo>;
  onJoined: () => void;
}
