import { ActionIcon, Button, Card, Group, Stack, Text } from '@mantine/core';
import { PlusIcon, TrashIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import type { BlockProblem } from '../problems.ts';
import type { Value } from './document.ts';
import { useFieldLabel } from './field-label.ts';
import type { Field } from './fields.ts';
import { useBlockText } from './texts.ts';

interface Props {
  field: Extract<Field, { as: 'list' }>;
  value: Value | undefined;
  problem: BlockProblem | undefined;
  onChange: (value: Value | undefined) => void;
  /** The fields of one of them. */
  edit: (
    item: Item,
    problem: BlockProblem | undefined,
    write: (key: string, value: Value | undefined) => void,
  ) => ReactNode;
}

type Item = { [key: string]: Value | undefined };

const isItem = (value: Value): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lists whose items have a name in the singular. */
const LISTED = ['links', 'items', 'totals', 'columns'] as const;

/** A list of items in a block, such as links. */
export function ListField({ field: { key, starter, min, max }, value, problem, onChange, edit }: Props) {
  const t = useBlockText();
  const label = useFieldLabel()(key);
  const listed = LISTED.find((name) => name === key);
  const one = listed ? t(`one_${listed}`) : label;
  const items = Array.isArray(value) ? value.filter(isItem) : [];
  const write = (next: Item[]) => onChange(next.length === 0 && min === 0 ? undefined : next);
  return (
    <Stack gap="xs" component="fieldset" p={0} m={0} bd="none">
      <Text component="legend" size="sm" fw={600} mb={4}>
        {label}
      </Text>
      {items.map((item, index) => {
        const title = t('nth', { one: one.charAt(0).toUpperCase() + one.slice(1), number: index + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
          <Card key={index} withBorder padding="xs" radius="sm" component="fieldset" aria-label={title}>
            <Group justify="space-between">
              <Text size="xs" c="dimmed">
                {title}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('removeOne', { what: title })}
                disabled={items.length <= min}
                onClick={() => write(items.toSpliced(index, 1))}
              >
                <TrashIcon />
              </ActionIcon>
            </Group>
            <Stack gap="xs">
              {edit(item, inItem(problem, `${key}.${index}.`), (name, value) =>
                write(items.with(index, withKey(item, name, value))),
              )}
            </Stack>
          </Card>
        );
      })}
      {items.length < max && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon />}
          onClick={() => write([...items, structuredClone(starter)])}
        >
          {t('addOne', { one })}
        </Button>
      )}
    </Stack>
  );
}

const inItem = (problem: BlockProblem | undefined, prefix: string): BlockProblem | undefined =>
  problem?.value.startsWith(prefix) ? { ...problem, value: problem.value.slice(prefix.length) } : undefined;

function withKey(item: Item, name: string, value: Value | undefined): Item {
  const { [name]: _, ...others } = item;
  return value === undefined ? others : { ...item, [name]: value };
}
