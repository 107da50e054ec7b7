import { Button, Group, NativeSelect, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { type ListInTableFragment, ListTransportsDocument } from '../../../generated/dashboard/lists.ts';
import { errorElsewhere, fieldErrors, messagesAt } from '../../client/field-errors.ts';
import { useRead } from '../../client/use-read.ts';
import { HeaderFields, headerRows, headersInput } from '../../editing/header-fields.tsx';
import { useHeaderText } from '../../editing/header-texts.ts';
import { MoreSettings } from '../../editing/more-settings.tsx';
import { focusMisread } from '../../numbers/misread.ts';
import { Failed } from '../../states/failed.tsx';
import { useListsText } from './texts.ts';

type Settings = Pick<
  ListInTableFragment,
  'name' | 'fromEmail' | 'fromName' | 'locale' | 'requiresConfirmation' | 'transportId' | 'headers'
>;

/** The fields with an error of their own beside them. */
const FIELDS = ['name', 'fromEmail', 'fromName', 'locale', 'transportId', 'headers'];

export const EMPTY_LIST: Settings = {
  name: '',
  fromEmail: '',
  fromName: null,
  locale: 'en',
  requiresConfirmation: false,
  transportId: null,
  headers: {},
};

interface Props {
  list: Settings;
  submit: string;
  /** Gives why it did not happen. */
  onSubmit(settings: Settings): Promise<CombinedError | undefined>;
}

/** All that a list can be set to. A refused value shows its error at the field. */
export function ListForm({ list, submit, onSubmit }: Props) {
  const t = useListsText();
  const tHeader = useHeaderText();
  const [values, setValues] = useState<Settings>(() => pick(list));
  const [headers, setHeaders] = useState(() => headerRows(list.headers));
  const [error, setError] = useState<CombinedError>();
  const [state, setState] = useState<'still' | 'busy' | 'saved'>('still');
  const transports = useRead(ListTransportsDocument, {});
  const errors = fieldErrors(error);
  const elsewhere = errorElsewhere(error, (path) => FIELDS.includes(path.split('.')[0] ?? ''));
  const errorOf = (path: string) => messagesAt(errors, path)[0];
  const set = (change: Partial<Settings>) => {
    setValues((now) => ({ ...now, ...change }));
    setState('still');
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusMisread(event.currentTarget)) return;
    setState('busy');
    const failed = await onSubmit({ ...values, headers: headersInput(headers) });
    setError(failed);
    setState(failed ? 'still' : 'saved');
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <TextInput
          label={t('name')}
          required
          data-autofocus
          value={values.name}
          error={errors.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('fromEmail')}
            type="email"
            required
            value={values.fromEmail}
            error={errors.fromEmail}
            onChange={({ currentTarget: { value } }) => set({ fromEmail: value })}
          />
          <TextInput
            label={t('fromName')}
            value={values.fromName ?? ''}
            error={errors.fromName}
            onChange={({ currentTarget: { value } }) => set({ fromName: value || null })}
          />
        </SimpleGrid>
        <TextInput
          label={t('locale')}
          description={t('localeHint')}
          value={values.locale}
          error={errors.locale}
          onChange={({ currentTarget: { value } }) => set({ locale: value })}
        />
        <NativeSelect
          label={t('transport')}
          value={values.transportId ?? ''}
          error={errors.transportId}
          data={[
            { value: '', label: t('defaultTransport') },
            ...(transports.data?.transports.nodes ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => set({ transportId: value || null })}
        />
        <Switch
          label={t('requiresConfirmation')}
          checked={values.requiresConfirmation}
          onChange={({ currentTarget: { checked } }) => set({ requiresConfirmation: checked })}
        />
        <MoreSettings isWrong={errorOf('headers') !== undefined}>
          <HeaderFields
            rows={headers}
            description={tHeader('listHint')}
            errorOf={errorOf}
            onChange={(rows) => {
              setHeaders(rows);
              setState('still');
            }}
          />
        </MoreSettings>
        {elsewhere && <Failed error={elsewhere} />}
        <Group>
          <Button type="submit" loading={state === 'busy'}>
            {submit}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {state === 'saved' && t('saved')}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

const pick = ({
  name,
  fromEmail,
  fromName,
  locale,
  requiresConfirmation,
  transportId,
  headers,
}: Settings): Settings => ({
  name,
  fromEmail,
  fromName,
  locale,
  requiresConfirmation,
  transportId,
  headers,
});
