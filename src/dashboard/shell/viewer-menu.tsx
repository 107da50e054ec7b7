import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { AvatarIcon, CheckIcon } from '@radix-ui/react-icons';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../client/place.ts';
import { useViewer } from '../session/viewer.tsx';
import { chooseLanguage, LANGUAGES, type Language } from '../texts/language.ts';
import { post } from './post.ts';
import { useShellText } from './texts.ts';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Who is signed in, their teams, and how the dashboard looks to them. */
export function ViewerMenu() {
  const say = useShellText();
  const { member, team, memberships } = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language } = useTranslation().i18n;
  const others = memberships.filter(({ memberId }) => memberId !== member.id);
  const mark = (chosen: boolean) => (chosen ? <CheckIcon aria-hidden /> : undefined);
  return (
    <Menu position="bottom-end" width={240} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<AvatarIcon aria-hidden />} maw="12rem">
          {team.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{member.name ?? member.email}</Menu.Label>
        <Menu.Item component="a" href={addressOf('account')}>
          {say('account')}
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('graphql')}>
          {say('api')}
        </Menu.Item>
        <Menu.Item onClick={() => post('sign-out', {})}>{say('signOut')}</Menu.Item>
        {others.length > 0 && <Menu.Label>{say('otherTeams')}</Menu.Label>}
        {others.map(({ memberId, teamName }) => (
          <Menu.Item key={memberId} onClick={() => post('account/team', { member: memberId })}>
            {teamName}
          </Menu.Item>
        ))}
        <Menu.Label>{say('appearance')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            rightSection={mark(scheme === colorScheme)}
            onClick={() => setColorScheme(scheme)}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
          >
            {say(scheme)}
          </Menu.Item>
        ))}
        <Menu.Label>{say('language')}</Menu.Label>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <Menu.Item
            key={tag}
            lang={tag}
            rightSection={mark(tag === language)}
            onClick={() => chooseLanguage(tag as Language)}
            role="menuitemradio"
            aria-checked={tag === language}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
