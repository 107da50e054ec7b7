import { Button, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { SocialNetwork } from '../../../../generated/dashboard/team.ts';
import { useEditingText } from '../../../editing/texts.ts';
import { useTeamText } from './texts.ts';

const NETWORKS = {
  WEBSITE: 'Website',
  EMAIL: 'E-mail',
  BLUESKY: 'Bluesky',
  FACEBOOK: 'Facebook',
  GITHUB: 'GitHub',
  INSTAGRAM: 'Instagram',
  LINKEDIN: 'LinkedIn',
  MASTODON: 'Mastodon',
  PINTEREST: 'Pinterest',
  THREADS: 'Threads',
  TIKTOK: 'TikTok',
  WHATSAPP: 'WhatsApp',
  X: 'X',
  YOUTUBE: 'YouTube',
} as const satisfies Record<SocialNetwork, string>;

const OPTIONS = Object.entries(NETWORKS).map(([value, label]) => ({ value, label }));

interface Link {
  network: SocialNetwork;
  url: string;
}

/** Where else the team has pages: e-mails link to them. */
export function SocialLinks({ links, onChange, errorOf }: Props) {
  const t = useTeamText();
  const edit = useEditingText();
  const put = (index: number, part: Partial<Record<keyof Link, string>>) =>
    onChange(links.map((link, at) => (at === index ? ({ ...link, ...part } as Link) : link)));
  return (
    <Stack gap="xs" role="group" aria-label={t('socialLinks')}>
      <Input.Label labelElement="div">{t('socialLinks')}</Input.Label>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no id, and stay where they are
        <Group key={index} wrap="nowrap" align="flex-start">
          <NativeSelect
            aria-label={t('network', { number: index + 1 })}
            data={OPTIONS}
            value={link.network}
            onChange={(event) => put(index, { network: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('profileUrl', { number: index + 1 })}
            style={{ flex: 1 }}
            value={link.url}
            onChange={(event) => put(index, { url: event.currentTarget.value })}
            error={errorOf(`${index}`)}
          />
          <Button variant="default" onClick={() => onChange(links.filter((_, at) => at !== index))}>
            {edit('remove')}
          </Button>
        </Group>
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={() => onChange([...links, { network: 'WEBSITE', url: '' }])}>
          {t('addLink')}
        </Button>
      </Group>
    </Stack>
  );
}

interface Props {
  links: readonly Link[];
  onChange: (links: Link[]) => void;
  errorOf: (path: string) => string | undefined;
}
