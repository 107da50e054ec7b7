import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type OnListFragment,
  SubscribeAgainDocument,
  SubscriptionChangedDocument,
  UnsubscribeDocument,
} from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Undo, useUndo } from '../../editing/undo.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Failed } from '../../states/failed.tsx';
import { usePersonText } from './person-texts.ts';
import { Tags } from './tags.tsx';
import { usePeopleText } from './texts.ts';
import { type Fields, Values } from './values.tsx';

/** A person on one list: status, values and tags. Moves when anybody changes it. */
export function Subscription({ subscriber, fields, onDeleted }: Props) {
  const tPeople = usePeopleText();
  const undo = useUndo();
  const { list, status, email } = subscriber;
  useLive(SubscriptionChangedDocument, { list: list.id, email }, ({ subscriberChanged: { deleted } }) => {
    if (deleted) onDeleted();
  });
  return (
    <Stack gap={4} role="group" aria-label={list.name}>
      <Group justify="space-between">
        <Group gap="sm">
          <TextLink to="/lists/$id" params={{ id: list.id }} fw={600}>
            {list.name}
          </TextLink>
          <Text size="sm" c="dimmed">
            {tPeople(status)}
          </Text>
        </Group>
        <SubscriptionActions subscriber={subscriber} undo={undo} />
      </Group>
      <Values subscriber={subscriber} fields={fields} undo={undo} />
      <Tags subscriber={subscriber} list={list.name} />
      <Undo of={undo} />
    </Stack>
  );
}

/** Takes the person off the list or back onto it. Complained people can never be resubscribed. */
function SubscriptionActions({ subscriber: { id, list, status, email }, undo }: ActionsProps) {
  const t = usePersonText();
  const mayWrite = useMayWrite();
  const [error, setError] = useState<CombinedError>();
  const [leave, leaving] = useMutation(UnsubscribeDocument);
  const [join, joining] = useMutation(SubscribeAgainDocument);
  if (!mayWrite || status === 'COMPLAINED') return null;
  const isSubscribed = status === 'SUBSCRIBED' || status === 'UNCONFIRMED';
  const back = () => join({ list: list.id, email });
  const unsubscribe = async () => {
    const { error } = await leave({ id });
    setError(error);
    // On a list with confirmation, resubscribing would ask the person to confirm again, so it cannot undo this.
    const undone = status === 'SUBSCRIBED' && !list.requiresConfirmation ? back : undefined;
    if (!error) undo.show(t('unsubscribedFrom', { list: list.name }), undone);
  };
  const resubscribe = async () => {
    const { data, error } = await back();
    setError(error);
    const messageKey = data?.createSubscriber.subscriber.status === 'UNCONFIRMED' ? 'confirmationSent' : 'subscribedTo';
    if (data)
      undo.show(t(messageKey, { list: list.name }), status === 'UNSUBSCRIBED' ? () => leave({ id }) : undefined);
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={leaving || joining}
        onClick={() => void (isSubscribed ? unsubscribe() : resubscribe())}
      >
        {t(isSubscribed ? 'unsubscribe' : list.requiresConfirmation ? 'resendConfirmation' : 'subscribeAgain')}
      </Button>
      {error && <Failed error={error} />}
    </>
  );
}

interface Props {
  subscriber: OnListFragment;
  fields: Fields;
  onDeleted: () => void;
}

interface ActionsProps {
  subscriber: OnListFragment;
  undo: ReturnType<typeof useUndo>;
}
