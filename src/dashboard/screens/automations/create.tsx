import { Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CreateAutomationDocument,
  CreateReadyMadeAutomationDocument,
  ReadyMadeAutomationsDocument,
} from '../../../generated/dashboard/automations.ts';
import { errorElsewhere, fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { useReadyMade } from '../../texts/use-ready-made.ts';
import { newStep } from './definition/new-step.ts';
import { READY_MADE_WORDS } from './ready-made-words.ts';
import { useAutomationText } from './texts.ts';

interface Props {
  opened: boolean;
  onClose(): void;
  lists: readonly { id: string; name: string; createdAt: string }[];
}

/** Makes a draft: from a ready-made automation, or with one step to begin with. */
export function Create({ opened, onClose, lists }: Props) {
  const t = useAutomationText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('create')} size="lg">
      <Choose onClose={onClose} lists={lists} />
    </Dialog>
  );
}

function Choose({ onClose, lists }: Omit<Props, 'opened'>) {
  const t = useAutomationText();
  const navigate = useNavigate();
  const translateReadyMade = useReadyMade(READY_MADE_WORDS);
  const { data } = useRead(ReadyMadeAutomationsDocument, {});
  const readyMade = (data?.readyMadeAutomations ?? []).map((one) => translateReadyMade(one));
  const [name, setName] = useState('');
  const [chosen, setListId] = useState<string>();
  const listId = chosen ?? (lists.length === 1 ? (lists[0]?.id ?? '') : '');
  const [begin, setBegin] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [createEmpty, isCreating] = useMutation(CreateAutomationDocument);
  const [createReadyMade, isCopying] = useMutation(CreateReadyMadeAutomationDocument);
  const errors = fieldErrors(error);
  const leftover = errorElsewhere(error, (path) => ['name', 'listId', 'list'].includes(path));
  const choices = useListChoices(lists);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    const model = readyMade.find(({ key }) => key === begin);
    const made = model
      ? await createReadyMade({ readyMade: model.key, name: name || model.name, listId: listId || null })
      : await createEmpty({
          input: { name, listId: listId || null, trigger: { type: 'api' }, steps: [newStep('wait')] },
        });
    setError(made.error);
    const id =
      made.data &&
      ('createAutomation' in made.data ? made.data.createAutomation : made.data.createReadyMadeAutomation).automation
        .id;
    if (id) void navigate({ to: '/automations/$automation', params: { automation: id } });
  };

  return (
    <form onSubmit={(event) => void create(event)}>
      <Stack>
        <Radio.Group label={t('startWith')} value={begin} onChange={setBegin}>
          <Stack gap="sm" mt="xs">
            <Radio value="" label={t('fromScratch')} />
            {readyMade.map(({ key, name, description }) => (
              <Radio key={key} value={key} label={name} description={description} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={t('name')}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          error={errors.name}
          required={begin === ''}
          data-autofocus
        />
        <NativeSelect
          label={t('list')}
          value={listId}
          data={[{ value: '', label: t('noList') }, ...choices]}
          onChange={({ currentTarget: { value } }) => setListId(value)}
          error={errors.listId ?? errors.list}
        />
        {leftover && <Failed error={leftover} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isCreating || isCopying}>
            {t('confirmCreate')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
