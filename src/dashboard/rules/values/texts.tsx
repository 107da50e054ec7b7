import { TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { TagChoicesDocument } from '../../../generated/dashboard/rules.ts';
import { useRead } from '../../client/use-read.ts';
import { textOf, textsOf } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';

const WIDE = { flex: '1 1 180px', minWidth: 0, maxWidth: 420 };

export function OneText({ value, onChange }: ValueProps) {
  const t = useRulesText();
  return (
    <TextInput
      aria-label={t('value')}
      style={WIDE}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function Texts({ value, onChange }: ValueProps) {
  const t = useRulesText();
  return (
    <TagsInput
      aria-label={t('values')}
      placeholder={t('valuesHint')}
      style={WIDE}
      value={textsOf(value)}
      onChange={onChange}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
}

/** Tag names, with suggestions while typing. New tags are allowed. */
export function TagTexts({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const [typed, setTyped] = useState('');
  const known = useRead(TagChoicesDocument, { search: typed || null }).data?.tags.nodes ?? [];
  return (
    <TagsInput
      aria-label={t('tags')}
      placeholder={t('tagsHint')}
      style={WIDE}
      value={textsOf(value)}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      data={known.map(({ name }) => name)}
      acceptValueOnBlur
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
