import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { PlusIcon } from '@radix-ui/react-icons';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { router } from '../router.ts';
import { screens } from '../screens.ts';
import { useMayWrite } from '../session/viewer.tsx';
import { LANGUAGES, type Language } from '../texts/language.ts';
import { hasWords } from './has-words.ts';
import { usePaletteText } from './texts.ts';

type Target = NavigateOptions<typeof router>;

/** Screens by their names in any language, and create actions for members who may write. */
export function usePlaces(typed: string): SpotlightActionGroupData[] {
  const say = usePaletteText();
  const navigate = useNavigate();
  const language = useTranslation().i18n.language as Language;
  const mayWrite = useMayWrite();
  const begin = [
    { id: 'newCampaign', target: { to: '/campaigns/new' } },
    { id: 'newSegment', target: { to: '/segments/new' } },
    { id: 'newTemplate', target: { to: '/templates/new' } },
    { id: 'newImport', target: { to: '/lists/imports/new' } },
    { id: 'sendMail', target: { to: '/transactional/send' } },
  ] as const satisfies { id: string; target: Target }[];
  return [
    {
      group: say('screens'),
      actions: screens
        .filter(({ title }) => Object.keys(LANGUAGES).some((one) => hasWords(title[one as Language], typed)))
        .map(({ name, title, icon: Icon, to }) => ({
          ...{ id: name, label: title[language], leftSection: <Icon aria-hidden /> },
          onClick: () => void navigate({ to }),
        })),
    },
    {
      group: say('actions'),
      actions: begin
        .filter(({ id }) => mayWrite && hasWords(say(id), typed))
        .map(({ id, target }) => ({
          ...{ id, label: say(id), leftSection: <PlusIcon aria-hidden /> },
          onClick: () => void navigate(target),
        })),
    },
  ];
}
