import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { ChevronRightIcon, ExitIcon, MoonIcon, PlusIcon, ReaderIcon, SunIcon } from '@radix-ui/react-icons';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeveloperPagesDocument } from '../../generated/dashboard/shell.ts';
import { addressOf } from '../client/urls.ts';
import { useRead } from '../client/use-read.ts';
import type { router } from '../router.ts';
import { screens } from '../screens.ts';
import { post } from '../session/post.ts';
import { useMayManage, useMayWrite } from '../session/viewer.tsx';
import type { Language } from '../texts/language.ts';
import { beginsWords, hasWords } from './has-words.ts';
import { PLACES } from './places.ts';
import { usePaletteText } from './texts.ts';

type Target = NavigateOptions<typeof router>;

/** Screens, their pages, create actions for members who may write, and what the member's menu does. */
export function useCommands(typed: string): SpotlightActionGroupData[] {
  const t = usePaletteText();
  const navigate = useNavigate();
  const language = useTranslation().i18n.language as Language;
  const mayWrite = useMayWrite();
  const mayManage = useMayManage();
  const general = useGeneralCommands();
  const isMeant = (title: Record<Language, string>, words = ''): boolean =>
    beginsWords(`${Object.values(title).join(' ')} ${words}`, typed);
  const go = (target: Target) => () => void navigate(target);
  const isTyped = typed.trim() !== '';
  return [
    {
      group: t('screens'),
      actions: screens
        .filter((screen) => isMeant(screen.title, 'words' in screen ? screen.words : undefined))
        .map(({ name, title, icon: Icon, to }) => ({
          id: name,
          label: title[language],
          leftSection: <Icon aria-hidden />,
          onClick: () => void navigate({ to }),
        })),
    },
    {
      group: t('pages'),
      actions: PLACES.filter(
        ({ title, words, forOwners = false }) => isTyped && isMeant(title, words) && (mayManage || !forOwners),
      ).map(({ id, title, target }) => ({
        id: `page-${id}`,
        label: title[language],
        leftSection: <ChevronRightIcon aria-hidden />,
        onClick: go(target),
      })),
    },
    {
      group: t('actions'),
      actions: [
        ...CREATE_ACTIONS.filter(({ id }) => mayWrite && hasWords(`${t(id)} ${t('createWords')}`, typed)).map(
          ({ id, target }) => ({
            id,
            label: t(id),
            leftSection: <PlusIcon aria-hidden />,
            onClick: go(target),
          }),
        ),
        ...general.filter(({ words }) => isTyped && hasWords(words, typed)).map(({ words: _, ...action }) => action),
      ],
    },
  ];
}

const CREATE_ACTIONS = [
  { id: 'createCampaign', target: { to: '/campaigns/new' } },
  { id: 'createAutomation', target: { to: '/automations' } },
  { id: 'createSegment', target: { to: '/segments/new' } },
  { id: 'createTemplate', target: { to: '/templates/new' } },
  { id: 'createList', target: { to: '/lists' } },
  { id: 'createForm', target: { to: '/forms' } },
  { id: 'createToken', target: { to: '/settings/tokens' } },
  { id: 'invite', target: { to: '/settings/members' } },
  { id: 'addPerson', target: { to: '/people', search: { add: 'yes' } } },
  { id: 'importFile', target: { to: '/lists/imports/new' } },
  { id: 'sendMail', target: { to: '/transactional/send' } },
] as const satisfies { id: string; target: Target }[];

/** Appearance, help and signing out, with the words by which they are found. */
function useGeneralCommands() {
  const t = usePaletteText();
  const { setColorScheme } = useMantineColorScheme();
  const hasReference = Boolean(useRead(DeveloperPagesDocument, {}).data?.installation.referenceUrl);
  const open = (path: string) => () => window.location.assign(addressOf(path));
  const commands = [
    { id: 'dark', icon: MoonIcon, onClick: () => setColorScheme('dark') },
    { id: 'light', icon: SunIcon, onClick: () => setColorScheme('light') },
    { id: 'reference', icon: ReaderIcon, onClick: open('reference'), isOff: !hasReference },
    { id: 'account', icon: ReaderIcon, onClick: open('account') },
    { id: 'signOut', icon: ExitIcon, onClick: () => post('sign-out', {}) },
  ] as const;
  return commands
    .filter((one) => !('isOff' in one && one.isOff))
    .map(({ id, icon: Icon, onClick }) => ({
      id,
      label: t(id),
      words: `${t(id)} ${t(`${id}Words`)}`,
      leftSection: <Icon aria-hidden />,
      onClick,
    }));
}
