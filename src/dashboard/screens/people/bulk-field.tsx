import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNumbers } from '../../numbers/use-numbers.ts';
import { useBulkText } from './bulk-texts.ts';
import type { ContactFields } from './columns.ts';
import { givenValue } from './shown-value.ts';

/** Asks for a contact field and its new value. An empty value clears the field. */
export function BulkField({ fields, onSet }: Props) {
  const t = useBulkText();
  const numbers = useNumbers();
  const [key, setKey] = useState(fields[0]?.key);
  const [typed, setTyped] = useState('');
  const field = fields.find((one) => one.key === key);
  const misread = field?.type === 'NUMBER' ? numbers.wordsFor(numbers.read(typed).problem) : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (field && !misread) onSet(field, givenValue(typed, field.type, numbers));
      }}
    >
      <Stack>
        <NativeSelect
          label={t('field')}
          value={key}
          data={fields.map(({ key: value, label }) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => {
            setKey(value);
            setTyped('');
          }}
        />
        {field?.type === 'BOOLEAN' ? (
          <NativeSelect
            label={t('value')}
            value={typed}
            data={[
              { value: '', label: t('notSet') },
              { value: 'true', label: t('yes') },
              { value: 'false', label: t('no') },
            ]}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        ) : (
          <TextInput
            label={t('value')}
            description={t('valueHint')}
            type={field?.type === 'DATE' ? 'date' : 'text'}
            value={typed}
            error={misread}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit">{t('setField')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Props {
  fields: ContactFields;
  onSet: (field: ContactFields[number], value: string | number | boolean | null) => void;
}
