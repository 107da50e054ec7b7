import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { FindBrandDocument, type FindBrandMutation } from '../../../../generated/dashboard/team.ts';
import { fieldErrors, messageOf } from '../../../client/field-errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { useTeamText } from './texts.ts';

type Found = NonNullable<FindBrandMutation['findBrand']>;

interface Props {
  value: string;
  error: string | undefined;
  onChange: (websiteUrl: string) => void;
  /** Called with what the website shows, to be looked at before it is saved. */
  onFound: (found: Found) => void;
}

/** The address of the website, whose logo, colours, font and social links can be taken over. */
export function Website({ value, error, onChange, onFound }: Props) {
  const t = useTeamText();
  const mayWrite = useMayWrite();
  const [find, busy] = useMutation(FindBrandDocument);
  const [refused, setRefused] = useState<CombinedError>();
  const [count, setCount] = useState<number>();
  const read = async () => {
    const { data, error } = await find({ websiteUrl: withScheme(value) });
    setRefused(error);
    setCount(data && foundParts(data.findBrand));
    if (data) onFound(data.findBrand);
  };
  return (
    <>
      <Group align="end" wrap="nowrap" gap="sm">
        <TextInput
          flex={1}
          label={t('websiteUrl')}
          type="url"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          error={error ?? (refused && (fieldErrors(refused).websiteUrl ?? messageOf(refused)))}
        />
        {mayWrite && (
          <Button variant="default" loading={busy} disabled={value.trim() === ''} onClick={() => void read()}>
            {t('readWebsite')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" role="status" aria-label={t('readWebsite')}>
        {count === 0 && t('nothingRead')}
        {count !== undefined && count > 0 && t('websiteRead')}
      </Text>
    </>
  );
}

/** People write `shop.example`. */
const withScheme = (written: string): string =>
  /^https?:\/\//i.test(written.trim()) ? written.trim() : `https://${written.trim()}`;

const foundParts = ({ color, backgroundColor, fontFamily, logoUrl, socialLinks }: Found): number =>
  [color, backgroundColor, fontFamily, logoUrl, socialLinks[0]].filter((part) => part != null).length;
