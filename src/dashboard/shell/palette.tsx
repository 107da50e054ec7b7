import '@mantine/spotlight/styles.css';
import { openSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { screens } from '../screens.ts';
import type { Language } from '../texts/language.ts';
import { useShellText } from './texts.ts';

/** Every screen by its name, from the keyboard. It opens whenever it is `asked` for; what draws it is loaded the first time. */
export default function Palette({ asked }: { asked: number }) {
  const say = useShellText();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens again each time
  useEffect(openSpotlight, [asked]);
  const language = useTranslation().i18n.language as Language;
  const actions: SpotlightActionData[] = screens.map(({ name, title, icon: Icon, to }) => ({
    id: name,
    label: title[language],
    keywords: Object.values(title),
    leftSection: <Icon aria-hidden />,
    onClick: () => void navigate({ to }),
  }));
  return (
    <Spotlight
      actions={actions}
      nothingFound={say('nothing')}
      searchProps={{ placeholder: say('go'), 'aria-label': say('go') }}
      attributes={{ content: { 'aria-label': say('go') } }}
      transitionProps={{ duration: 0 }}
      shortcut={null}
    />
  );
}
