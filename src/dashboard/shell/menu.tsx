import { useTranslation } from 'react-i18next';
import { screens } from '../screens.ts';
import type { Language } from '../texts/language.ts';
import { MenuLink } from './links.tsx';
import classes from './shell.module.css';

/** The screens, in the order in which they are registered. */
export function Menu({ onChosen }: { onChosen: () => void }) {
  const language = useTranslation().i18n.language as Language;
  return screens.map(({ name, title, icon: Icon, to }) => (
    <MenuLink
      key={name}
      to={to}
      className={classes.screen}
      label={title[language]}
      leftSection={<Icon aria-hidden />}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ 'data-active': true }}
      onClick={onChosen}
    />
  ));
}
