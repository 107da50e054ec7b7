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
export function useCommands(typed: string): SpotlightActionGroupData[] {
  const t = usePaletteText();
  const navigate = useNavigate();
  const language = useTranslation().i18n.language as Language;
  const mayWrite = useMayWrite();
  const createActions = [
    { id: 'createCampaign', target: { to: '/campaigns/new' } },
    { id: 'createSegment', target: { to: '/segments/new' } },
    { id: 'createTemplate', target: { to: '/templates/new' } },
    { id: 'importFile', target: { to: '/lists/imports/new' } },
    { id: 'sendMail', target: { to: '/transactional/send' } },
  ] as const satisfies { id: string; target: Target }[];
  return [
    {
      group: t('screens'),
      actions: screens
        .filter(({ title }) => Object.keys(LANGUAGES).some((one) => hasWords(title[one as Language], typed)))
        .map(({ name, title, icon: Icon, to }) => ({
          id: name,
          label: title[language],
          leftSection: <Icon aria-hidden />,
          onClick: () => void navigate({ to }),
        })),
    },
    {
      group: t('actions'),
      actions: createActions
        .filter(({ id }) => mayWrite && hasWords(t(id), typed))
        .map(({ id, target }) => ({
          id,
          label: t(id),
          leftSection: <PlusIcon aria-hidden />,
          onClick: () => void navigate(target),
        })),
    },
  ];
}
