import { Group, Text } from '@mantine/core';
import { PersonChangedDocument, type PersonQuery } from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { Tags } from './tags.tsx';
import { usePeopleText } from './texts.ts';

/** A person on one list: how they stand there, and their tags. Moves when anybody changes it. */
export function Subscription({ subscriber }: { subscriber: PersonQuery['person']['subscriptions']['nodes'][number] }) {
  const say = usePeopleText();
  const { list, status, email } = subscriber;
  useLive(PersonChangedDocument, { list: list.id, email });
  return (
    <div>
      <Group justify="space-between">
        <Text fw={500}>{list.name}</Text>
        <Text size="sm">{say(status)}</Text>
      </Group>
      <Tags subscriber={subscriber} list={list.name} />
    </div>
  );
}
