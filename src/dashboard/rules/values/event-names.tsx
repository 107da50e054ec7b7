import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import { EventNameChoicesDocument } from '../../../generated/dashboard/rules.ts';
import { useRead } from '../../client/use-read.ts';

/** Names of events. The field offers recorded names and takes others. */
export function EventNames(props: Omit<TagsInputProps, 'data'>) {
  const [isAsked, setAsked] = useState(false);
  const [search, setSearch] = useState('');
  const read = useRead(EventNameChoicesDocument, { search: search.trim() || null }, { pause: !isAsked });
  return (
    <TagsInput
      {...props}
      searchValue={search}
      onSearchChange={setSearch}
      data={(read.data?.eventNames ?? []).map(({ name }) => name)}
      filter={({ options }) => options}
      onFocus={() => setAsked(true)}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
