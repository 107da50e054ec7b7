import { NativeSelect } from '@mantine/core';
import { useBuilder } from '../builder.ts';
import { textOf } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';

/** Another segment of the list. */
export function SegmentPick({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const { choices, segmentId } = useBuilder();
  const others = choices?.segments?.nodes.filter(({ id }) => id !== segmentId) ?? [];
  const chosen = textOf(value);
  const unknown = chosen !== '' && !others.some(({ id }) => id === chosen);
  return (
    <NativeSelect
      aria-label={t('segment')}
      value={chosen}
      data={[
        { value: '', label: t('chooseSegment') },
        ...(unknown ? [{ value: chosen, label: chosen }] : []),
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
