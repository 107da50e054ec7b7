import { Autocomplete } from '@mantine/core';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { PreviewedPeopleDocument } from '../../../../generated/dashboard/templates.ts';
import { useRead } from '../../../client/use-read.ts';
import { usePreviewText } from './texts.ts';

const DEBOUNCE_MS = 300;

interface Props {
  email: string | undefined;
  error: string | undefined;
  onChange: (email: string | undefined) => void;
}

/** The person whose data the preview shows: any address, with suggestions from the lists. */
export function PreviewPerson({ email, error, onChange }: Props) {
  const t = usePreviewText();
  const [typed, setTyped] = useState(email ?? '');
  const [asked, setAsked] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const read = useRead(PreviewedPeopleDocument, { search: search || null }, { pause: !asked });
  const report = useDebouncedCallback((value: string) => {
    const address = value.trim();
    if (address === '' || address.includes('@')) onChange(address || undefined);
  }, DEBOUNCE_MS);
  const found = (read.data?.lists.nodes ?? []).flatMap(({ subscribers }) =>
    subscribers.nodes.map(({ email }) => email),
  );
  return (
    <Autocomplete
      label={t('previewAs')}
      placeholder={t('anonymous')}
      value={typed}
      error={error}
      data={[...new Set(found)].slice(0, 8)}
      filter={({ options }) => options}
      onFocus={() => setAsked(true)}
      onChange={(value) => {
        setTyped(value);
        report(value);
      }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      flex="1 1 12rem"
      miw={0}
    />
  );
}
