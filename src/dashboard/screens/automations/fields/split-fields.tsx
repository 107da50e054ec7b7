import { Button, CloseButton, Fieldset, Group, Input, Text, TextInput } from '@mantine/core';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { errorAt } from '../definition/part-errors.ts';
import { type Part, partsOf, textOf } from '../definition/step.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';

const MIN_BRANCHES = 2;
const MAX_BRANCHES = 20;

/** The branches of a split, and how many of a hundred people take each. Removing one removes the steps on it. */
export function SplitFields({ part, errors, set }: FieldsProps) {
  const t = useFieldText();
  const branches = partsOf(part.branches);
  const change = (to: readonly Part[]) => set('branches', to);
  const sum = branches.reduce((sum, { percent }) => sum + Number(percent ?? 0), 0);
  return (
    <Fieldset legend={t('branches')} variant="unstyled">
      {branches.map((branch, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: branches have no ids, and their names change
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap" mb="xs">
          <TextInput
            label={t('branchName')}
            value={textOf(branch, 'name')}
            onChange={({ currentTarget: { value } }) => change(branches.with(index, { ...branch, name: value }))}
            error={errorAt(errors, `branches.${index}.name`)}
            flex={1}
          />
          <NumberEntry
            decimals={0}
            label={t('percent')}
            value={Number(branch.percent ?? 0)}
            onChange={(percent) =>
              change(branches.with(index, { ...branch, percent: Math.trunc(Number(percent)) || 0 }))
            }
            error={errorAt(errors, `branches.${index}.percent`)}
            w={96}
          />
          <CloseButton
            mb={4}
            disabled={branches.length <= MIN_BRANCHES}
            onClick={() => change(branches.toSpliced(index, 1))}
            aria-label={t('removeRow', { what: textOf(branch, 'name') })}
          />
        </Group>
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          size="compact-sm"
          disabled={branches.length >= MAX_BRANCHES}
          onClick={() =>
            change([...branches, { name: freeName(branches), percent: Math.max(0, 100 - sum), steps: [] }])
          }
        >
          {t('addBranch')}
        </Button>
        {sum !== 100 && <Text size="sm">{t('total', { sum })}</Text>}
      </Group>
      {errors.branches && <Input.Error role="alert">{errors.branches}</Input.Error>}
    </Fieldset>
  );
}

/** The next letter that is no name of a branch. */
const freeName = (branches: readonly Part[]): string =>
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => branches.every(({ name }) => name !== letter)) ?? 'A';
