import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type ContactFieldType,
  CreateFieldDocument,
  type FieldInTableFragment,
  UpdateFieldDocument,
} from '../../../generated/dashboard/lists.ts';
import { errorElsewhere, fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { readChoice } from '../../shell/read-search.ts';
import { Failed } from '../../states/failed.tsx';
import { useFieldsText } from './fields-texts.ts';
import { useListsText } from './texts.ts';

const TYPES = ['TEXT', 'NUMBER', 'DATE', 'BOOLEAN'] as const satisfies readonly ContactFieldType[];

/** Creates a contact field, or changes one: its key stays, and its values are converted to another type. */
export function FieldForm({ field, onDone }: { field?: FieldInTableFragment; onDone: () => void }) {
  const t = useFieldsText();
  const tLists = useListsText();
  const [key, setKey] = useState(field?.key ?? '');
  const [label, setLabel] = useState(field?.label ?? '');
  const [type, setType] = useState<ContactFieldType>(field?.type ?? 'TEXT');
  const [error, setError] = useState<CombinedError>();
  const [create, creating] = useMutation(CreateFieldDocument);
  const [update, updating] = useMutation(UpdateFieldDocument);
  const errors = fieldErrors(error);
  const elsewhere = errorElsewhere(error, (path) => ['key', 'label', 'type'].includes(path));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const input = { key: field?.key ?? key, label: label || null, type };
    const { error } = field ? await update({ input }) : await create({ input });
    if (error) setError(error);
    else onDone();
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        {!field && (
          <TextInput
            label={t('key')}
            description={t('keyHint')}
            required
            data-autofocus
            value={key}
            error={errors.key}
            onChange={({ currentTarget: { value } }) => setKey(value)}
          />
        )}
        <TextInput
          label={t('label')}
          description={t('labelHint')}
          value={label}
          error={errors.label}
          onChange={({ currentTarget: { value } }) => setLabel(value)}
        />
        <NativeSelect
          label={t('type')}
          value={type}
          error={errors.type}
          data={TYPES.map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget: { value } }) => setType(readChoice(value, TYPES) ?? type)}
        />
        {field && field.type !== type && (
          <Alert variant="outline" color="orange">
            {t('typeHint')}
          </Alert>
        )}
        {elsewhere && <Failed error={elsewhere} />}
        <Group>
          <Button type="submit" loading={creating || updating}>
            {field ? tLists('save') : t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
