import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { TrashIcon } from '@radix-ui/react-icons';
import { useHeaderText } from './header-texts.ts';

/** An e-mail header while it is edited. */
export interface Header {
  name: string;
  value: string;
}

/** The headers of the API as rows. */
export const headerRows = (headers: Record<string, unknown> | null | undefined): Header[] =>
  Object.entries(headers ?? {}).map(([name, value]) => ({ name, value: String(value) }));

/** The rows as the API takes them, without empty ones. */
export const headersInput = (rows: readonly Header[]): Record<string, string> =>
  Object.fromEntries(
    rows
      .map(({ name, value }) => [name.trim(), value] as const)
      .filter(([name, value]) => name !== '' || value.trim() !== ''),
  );

/** Headers of e-mails by name and value. A refused header shows its error at its row; a duplicate name is not sent. */
export function HeaderFields({ rows, description, errorOf, onChange, onRemove = onChange }: Props) {
  const t = useHeaderText();
  const put = (index: number, part: Partial<Header>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const isTwice = (index: number) => {
    const name = nameOf(rows[index]);
    return name !== '' && rows.findIndex((row) => nameOf(row) === name) < index;
  };
  const errorAt = (index: number) =>
    isTwice(index)
      ? t('duplicateName')
      : isEmpty(rows[index])
        ? undefined
        : errorOf(`headers.${rows[index]?.name.trim()}`);
  const isAtRow = rows.some((_, index) => errorAt(index));
  return (
    <Stack gap="xs" role="group" aria-label={t('headers')}>
      <Input.Wrapper
        label={t('headers')}
        labelElement="div"
        description={description}
        error={isAtRow ? undefined : errorOf('headers')}
      />
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and stay where they are
        <Group key={index} align="flex-start" gap="xs" wrap="nowrap">
          <Group gap="xs" align="flex-start" style={{ flex: 1 }}>
            <TextInput
              aria-label={t('name', { number: index + 1 })}
              placeholder="X-Campaign-Tag"
              spellCheck={false}
              style={{ flex: '1 1 150px' }}
              value={row.name}
              error={errorAt(index)}
              data-misread={isTwice(index) || undefined}
              onChange={({ currentTarget: { value } }) => put(index, { name: value })}
            />
            <TextInput
              aria-label={t('value', { number: index + 1 })}
              placeholder="newsletter"
              spellCheck={false}
              style={{ flex: '2 1 150px' }}
              value={row.value}
              onChange={({ currentTarget: { value } }) => put(index, { value })}
            />
          </Group>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('remove', { number: index + 1 })}
            onClick={() => onRemove(rows.filter((_, at) => at !== index))}
          >
            <TrashIcon />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={() => onChange([...rows, { name: '', value: '' }])}>
          {t('add')}
        </Button>
      </Group>
    </Stack>
  );
}

const nameOf = (row: Header | undefined): string => row?.name.trim().toLowerCase() ?? '';
const isEmpty = (row: Header | undefined): boolean => !row || (nameOf(row) === '' && row.value.trim() === '');

interface Props {
  rows: readonly Header[];
  /** Which e-mails have them. */
  description: string;
  /** The server's error for `headers` or for one of them: `headers.X-Tag`. */
  errorOf: (path: string) => string | undefined;
  onChange: (rows: Header[]) => void;
  /** Gets the rows without the removed one. Default: `onChange`. */
  onRemove?: (rows: Header[]) => void;
}
