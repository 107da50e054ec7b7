import { Button, ColorInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type SocialNetwork,
  type TeamBrandQuery,
  UpdateBrandDocument,
} from '../../../../generated/dashboard/templates.ts';
import { fieldErrors } from '../../../client/field-errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { Failed } from '../../../states/failed.tsx';
import type { Value } from './document.ts';
import { type Field, NETWORKS } from './fields.ts';
import { PictureField } from './picture-field.tsx';
import { useBlockText } from './texts.ts';
import { ValueFields } from './value-fields.tsx';

type TeamBrand = TeamBrandQuery['team']['brand'];

const LINKS: readonly Field[] = [
  {
    key: 'links',
    as: 'list',
    min: 0,
    max: 12,
    fields: [
      { key: 'network', as: 'choice', of: NETWORKS },
      { key: 'url', as: 'address' },
    ],
    starter: { network: 'instagram', url: 'https://www.instagram.com/' },
  },
];

/** Logo, colours, font and links of the team. */
export function BrandValues({ brand, onSaved }: { brand: TeamBrand; onSaved: () => void }) {
  const t = useBlockText();
  const [draft, setDraft] = useState(brand);
  const [error, setError] = useState<CombinedError>();
  const [change, busy] = useMutation(UpdateBrandDocument);
  const errors = fieldErrors(error);
  const at = (key: string) => errors[`brand.${key}`];
  const write = (part: Partial<TeamBrand>) => setDraft({ ...draft, ...part });
  const save = async () => {
    const { error } = await change({
      input: { ...draft, logoUrl: draft.logoUrl || null, websiteUrl: draft.websiteUrl || null },
    });
    setError(error);
    if (!error) onSaved();
  };
  const colours = [
    ['color', 'brandColor'],
    ['backgroundColor', 'backgroundColor'],
  ] as const;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('brandHint')}
        </Text>
        <PictureField
          label={t('logoUrl')}
          value={draft.logoUrl ?? ''}
          error={at('logoUrl')}
          onChange={(logoUrl) => write({ logoUrl })}
        />
        <NumberEntry
          decimals={0}
          label={t('logoWidth')}
          value={draft.logoWidth}
          error={at('logoWidth')}
          onChange={(width) => typeof width === 'number' && write({ logoWidth: width })}
        />
        {colours.map(([key, label]) => (
          <ColorInput
            key={key}
            label={t(label)}
            value={draft[key]}
            error={at(key)}
            withEyeDropper={false}
            onChange={(value) => write({ [key]: value })}
            popoverProps={{ transitionProps: { duration: 0 } }}
          />
        ))}
        <TextInput
          label={t('fontFamily')}
          value={draft.fontFamily}
          error={at('fontFamily')}
          onChange={({ currentTarget: { value } }) => write({ fontFamily: value })}
        />
        <TextInput
          label={t('websiteUrl')}
          value={draft.websiteUrl ?? ''}
          error={at('websiteUrl')}
          onChange={({ currentTarget: { value } }) => write({ websiteUrl: value })}
        />
        <ValueFields
          fields={LINKS}
          values={{ links: writtenLinks(draft.socialLinks) }}
          problem={undefined}
          onChange={(_, value) => write({ socialLinks: readLinks(value) })}
        />
        {error && <Failed error={error} />}
        <Button type="submit" loading={busy}>
          {t('saveBrand')}
        </Button>
      </Stack>
    </form>
  );
}

type Links = TeamBrandQuery['team']['brand']['socialLinks'];

const NAMED = NETWORKS.map((name) => [name, name.toUpperCase() as SocialNetwork] as const);

/** The brand's links in block form: networks in lower case. */
const writtenLinks = (links: Links): Value[] =>
  links.map(({ network, url }) => ({ network: NAMED.find(([, one]) => one === network)?.[0] ?? 'website', url }));

/** The brand's links from their block form. */
function readLinks(value: Value | undefined): Links {
  if (!Array.isArray(value)) return [];
  return value.flatMap((link) => {
    if (typeof link !== 'object' || link === null || Array.isArray(link)) return [];
    const [, network] = NAMED.find(([name]) => name === link.network) ?? [];
    return network ? [{ network, url: String(link.url ?? '') }] : [];
  });
}
