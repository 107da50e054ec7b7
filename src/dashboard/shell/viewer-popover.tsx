import { Anchor, Button, NativeSelect, Popover, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeveloperPagesDocument } from '../../generated/dashboard/shell.ts';
import { addressOf } from '../client/urls.ts';
import { useRead } from '../client/use-read.ts';
import { post } from '../session/post.ts';
import { useViewer } from '../session/viewer.tsx';
import { chooseLanguage, LANGUAGES, type Language } from '../texts/language.ts';
import { useShellText } from './texts.ts';
import { ViewerButton } from './viewer-button.tsx';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/**
 * The signed-in member, their teams, and their appearance settings. It starts open, since it loads on the first press.
 */
export default function ViewerPopover() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus(); // so that closing gives the focus back there
    setOpened(true);
  }, []);
  const t = useShellText();
  const { member, memberships } = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language } = useTranslation().i18n;
  const pages = useRead(DeveloperPagesDocument, {}).data?.installation;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus={true}
      returnFocus={true}
      transitionProps={{ duration: 0 }}
      position="bottom-end"
      width={260}
    >
      <Popover.Target>
        <ViewerButton ref={button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Text fw={600}>{member.name ?? member.email}</Text>
          {memberships.length > 1 && (
            <NativeSelect
              label={t('team')}
              value={member.id}
              data={memberships.map(({ memberId, teamName }) => ({ value: memberId, label: teamName }))}
              onChange={({ currentTarget: { value } }) => post('account/team', { member: value })}
            />
          )}
          <NativeSelect
            label={t('appearance')}
            value={colorScheme}
            data={SCHEMES.map((scheme) => ({ value: scheme, label: t(scheme) }))}
            onChange={({ currentTarget: { value } }) => setColorScheme(value as (typeof SCHEMES)[number])}
          />
          <NativeSelect
            label={t('language')}
            value={language}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => chooseLanguage(value as Language)}
          />
          <Anchor href={addressOf('account')}>{t('account')}</Anchor>
          {pages?.referenceUrl && <Anchor href={addressOf('reference')}>{t('reference')}</Anchor>}
          {pages?.playgroundUrl && <Anchor href={addressOf('playground')}>{t('playground')}</Anchor>}
          <Button variant="default" onClick={() => post('sign-out', {})}>
            {t('signOut')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
