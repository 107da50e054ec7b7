import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { screens } from '../screens.ts';
import type { Language } from '../texts/language.ts';
import { useShellText } from './texts.ts';

/** Ctrl-K (or ⌘K): every screen by its name, from the keyboard. */
export function Palette() {
  const say = useShellText();
  const navigate = useNavigate();
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
      shortcut={['mod + K']}
      tagsToIgnore={[]}
    />
  );
}
