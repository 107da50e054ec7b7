import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { KnownTagsDocument } from '../../../generated/dashboard/people.ts';
import { useRead } from '../../client/use-read.ts';

/** Tags to type or to choose from those of the team. */
export function KnownTags({ label, value, error, placeholder, isAbove = false, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const known = useRead(KnownTagsDocument, { search: typed || null });
  return (
    <TagsInput
      label={label}
      placeholder={placeholder}
      value={value}
      error={error}
      data={known.data?.tags.nodes.map(({ name }) => name) ?? []}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
      comboboxProps={{ transitionProps: { duration: 0 }, position: isAbove ? 'top' : 'bottom' }}
    />
  );
}

interface Props {
  label: string;
  value: string[];
  error?: string | undefined;
  placeholder?: string;
  /** Whether the suggestions open above the field, so that they do not cover the button below. */
  isAbove?: boolean;
  onChange: (tags: string[]) => void;
}
