import { TextLink } from '../../shell/links.tsx';
import classes from './nav.module.css';
import { useListsText } from './texts.ts';

/** Leads to the parts of this screen. `onList`: one of the lists is open. */
export function ListsNav({ onList = false }: { onList?: boolean }) {
  const t = useListsText();
  return (
    <nav className={classes.nav} aria-label={t('sections')}>
      <TextLink to="/lists" activeOptions={{ exact: true, includeSearch: false }} data-open={onList || undefined}>
        {t('title')}
      </TextLink>
      <TextLink to="/lists/fields">{t('fields')}</TextLink>
      <TextLink to="/lists/tags">{t('tags')}</TextLink>
      <TextLink to="/lists/suppressions">{t('suppressions')}</TextLink>
      <TextLink to="/lists/imports">{t('imports')}</TextLink>
    </nav>
  );
}
