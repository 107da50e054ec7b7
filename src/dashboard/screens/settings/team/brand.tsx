import { ColorInput, SimpleGrid, TextInput } from '@mantine/core';
import { ChangeTeamDocument, type TeamSettingsFragment } from '../../../../generated/dashboard/team.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { BrandSample } from './brand-sample.tsx';
import { SocialLinks } from './social-links.tsx';
import { useTeamText } from './texts.ts';
import { Website } from './website.tsx';

/** How e-mails look, with a sample that shows it as it is chosen. */
export function Brand({ brand }: { brand: TeamSettingsFragment['brand'] }) {
  const t = useTeamText();
  const [change] = useMutation(ChangeTeamDocument);
  const fields = useFields({
    color: brand.color,
    backgroundColor: brand.backgroundColor,
    fontFamily: brand.fontFamily,
    logoUrl: brand.logoUrl ?? '',
    logoWidth: brand.logoWidth as number | null,
    websiteUrl: brand.websiteUrl ?? '',
    socialLinks: brand.socialLinks,
    brand: undefined, // errors are named brand.color
  });
  const { brand: _, logoUrl, websiteUrl, ...rest } = fields.values;
  const input = { brand: { ...rest, logoUrl: orNull(logoUrl), websiteUrl: orNull(websiteUrl) } };
  const errorAt = (name: string) => ({ error: fields.errorOf(`brand.${name}`) });
  /** What the website does not show stays as it is. */
  const take = (found: Partial<Record<keyof typeof fields.values, unknown>>) => {
    for (const name of LOOK) if (isFilled(found[name])) fields.set(name, found[name]);
  };
  const color = (name: 'color' | 'backgroundColor') => (
    <ColorInput
      label={t(name)}
      value={fields.values[name]}
      onChange={(value) => fields.set(name, value)}
      eyeDropperButtonProps={{ 'aria-label': t('pickColor') }}
      popoverProps={{ transitionProps: { duration: 0 } }}
      {...errorAt(name)}
    />
  );
  return (
    <Panel title={t('brand')}>
      <Fields of={fields} onSave={() => void fields.save(() => change({ input }))}>
        <Website
          value={fields.values.websiteUrl}
          onChange={(websiteUrl) => fields.set('websiteUrl', websiteUrl)}
          error={fields.errorOf('brand.websiteUrl')}
          onFound={take}
        />
        <BrandSample {...fields.values} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {color('color')}
          {color('backgroundColor')}
          <TextInput label={t('fontFamily')} {...fields.text('fontFamily')} {...errorAt('fontFamily')} />
          <TextInput label={t('logoUrl')} type="url" {...fields.text('logoUrl')} {...errorAt('logoUrl')} />
          <NumberEntry decimals={0} label={t('logoWidth')} {...fields.number('logoWidth')} {...errorAt('logoWidth')} />
        </SimpleGrid>
        <SocialLinks
          links={fields.values.socialLinks}
          onChange={(links) => fields.set('socialLinks', links)}
          errorOf={(path) => fields.errorOf(`brand.socialLinks.${path}`)}
        />
      </Fields>
    </Panel>
  );
}

const LOOK = ['color', 'backgroundColor', 'fontFamily', 'logoUrl', 'logoWidth', 'websiteUrl', 'socialLinks'] as const;

const isFilled = (value: unknown): boolean => value != null && !(Array.isArray(value) && value.length === 0);
