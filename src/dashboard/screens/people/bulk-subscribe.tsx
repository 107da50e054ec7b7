import { Alert, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ListsQuery } from '../../../generated/dashboard/people.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { useBulkText } from './bulk-texts.ts';

type Lists = ListsQuery['lists']['nodes'];

/** Asks for the list to which the selected people are subscribed. */
export function BulkSubscribe({ lists, list: shown, onSubscribe }: Props) {
  const t = useBulkText();
  const choices = useListChoices(lists, { asks: true });
  const [chosen, setChosen] = useState(lists.some(({ id }) => id === shown) ? shown : (choices[0]?.value ?? ''));
  const [again, setAgain] = useState(false);
  const list = lists.find(({ id }) => id === chosen);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (list) onSubscribe(list, again);
      }}
    >
      <Stack>
        <NativeSelect
          label={t('list')}
          value={chosen}
          data={choices}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
        <Checkbox
          label={t('again')}
          description={t('againHint')}
          checked={again}
          onChange={({ currentTarget: { checked } }) => setAgain(checked)}
        />
        {list?.requiresConfirmation && (
          <Alert variant="outline" color="gray" py="xs">
            {t('doubleOptIn')}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!list}>
            {t('subscribe')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Props {
  lists: Lists;
  /** The id of the list that is shown, or `all`. */
  list: string;
  /** `again`: people who left asked to be subscribed again. */
  onSubscribe: (list: Lists[number], again: boolean) => void;
}
