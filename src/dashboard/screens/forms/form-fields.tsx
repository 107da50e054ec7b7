import { Button, Card, Checkbox, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useEditingText } from '../../editing/texts.ts';
import type { FormField } from './form-values.ts';
import { useFormsText } from './texts.ts';

/** The fields of a form besides the e-mail address, in order. */
export function FormFields({ fields, keys, onChange, errorOf }: Props) {
  const t = useFormsText();
  const edit = useEditingText();
  const names = ['first_name', 'last_name', ...keys];
  const free = names.filter((name) => fields.every(({ field }) => field !== name));
  const nameOf = (field: string) =>
    field === 'first_name' ? t('firstName') : field === 'last_name' ? t('lastName') : field;
  const put = (index: number, part: Partial<FormField>) =>
    onChange(fields.map((field, at) => (at === index ? { ...field, ...part } : field)));
  const move = (index: number) => {
    const [moved] = fields.slice(index, index + 1);
    const rest = fields.filter((_, at) => at !== index);
    if (moved) onChange([...rest.slice(0, index - 1), moved, ...rest.slice(index - 1)]);
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('fields')}>
      <Input.Label labelElement="div">{t('fields')}</Input.Label>
      {fields.map((asked, index) => (
        <Card key={asked.field} withBorder padding="sm">
          <Stack gap="xs">
            <Group gap="xs" align="flex-start">
              <NativeSelect
                aria-label={t('fieldNumber', { number: index + 1 })}
                value={asked.field}
                data={[asked.field, ...free].map((value) => ({ value, label: nameOf(value) }))}
                onChange={(event) => put(index, { field: event.currentTarget.value })}
                error={errorOf(`${index}.field`) ?? errorOf(`${index}`)}
              />
              {index > 0 && (
                <Button variant="default" onClick={() => move(index)}>
                  {t('moveUp')}
                </Button>
              )}
              <Button variant="default" onClick={() => onChange(fields.filter((_, at) => at !== index))}>
                {edit('remove')}
              </Button>
            </Group>
            <Group>
              <Checkbox
                label={t('required')}
                checked={asked.required}
                onChange={(event) => put(index, { required: event.currentTarget.checked })}
              />
              <Checkbox
                label={t('hidden')}
                checked={asked.hidden}
                onChange={(event) => put(index, { hidden: event.currentTarget.checked })}
              />
            </Group>
            {asked.hidden ? (
              <TextInput
                label={t('value')}
                value={asked.value}
                onChange={(event) => put(index, { value: event.currentTarget.value })}
                error={errorOf(`${index}.value`)}
              />
            ) : (
              <TextInput
                label={t('label')}
                value={asked.label}
                onChange={(event) => put(index, { label: event.currentTarget.value })}
                error={errorOf(`${index}.label`)}
              />
            )}
          </Stack>
        </Card>
      ))}
      {free[0] && (
        <Group>
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              onChange([...fields, { field: free[0] ?? '', label: '', required: false, hidden: false, value: '' }])
            }
          >
            {t('addField')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface Props {
  fields: readonly FormField[];
  /** The contact fields there are. */
  keys: readonly string[];
  onChange: (fields: FormField[]) => void;
  errorOf: (path: string) => string | undefined;
}
