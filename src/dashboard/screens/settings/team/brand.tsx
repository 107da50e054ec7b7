import { ColorInput, SimpleGrid, TextInput } from '@mantine/core';
import { ChangeTeamDocument, type TeamSettingsFragment } from '../../../../generated/dashboard/team.ts';
import { useChange } from '../../../client/use-change.ts';
import { Fields } from '../../../editing/fields.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { BrandSample } from './brand-sample.tsx';
import { SocialLinks } from './social-links.tsx';
import { useTeamText } from './texts.ts';

/** How e-mails look, with a sample that shows it as it is chosen. */
export function Brand({ brand }: { brand: TeamSettingsFragment['brand'] }) {
  const say = useTeamText();
  const [change] = useChange(ChangeTeamDocument);
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
  const color = (name: 'color' | 'backgroundColor') => (
    <ColorInput
      label={say(name)}
      value={fields.values[name]}
      onChange={(value) => fields.set(name, value)}
      eyeDropperButtonProps={{ 'aria-label': say('pickColor') }}
      popoverProps={{ transitionProps: { duration: 0 } }}
      {...errorAt(name)}
    />
  );
  return (
    <Panel title={say('brand')}>
      <Fields of={fields} onSave={() => void fields.save(() => change({ input }))}>
        <BrandSample {...fields.values} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {color('color')}
          {color('backgroundColor')}
          <TextInput label={say('fontFamily')} {...fields.text('fontFamily')} {...errorAt('fontFamily')} />
          <TextInput label={say('websiteUrl')} type="url" {...fields.text('websiteUrl')} {...errorAt('websiteUrl')} />
          <TextInput label={say('logoUrl')} type="url" {...fields.text('logoUrl')} {...errorAt('logoUrl')} />
          <NumberEntry
            decimals={0}
            label={say('logoWidth')}
            {...fields.number('logoWidth')}
            {...errorAt('logoWidth')}
          />
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
