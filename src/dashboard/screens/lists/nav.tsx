import { TextLink } from '../../shell/links.tsx';
import classes from './nav.module.css';
import { useListsText } from './texts.ts';

/** Leads to the parts of this screen. `onList`: one of the lists is open. */
export function ListsNav({ onList = false }: { onList?: boolean }) {
  const say = useListsText();
  return (
    <nav className={classes.nav} aria-label={say('parts')}>
      <TextLink to="/lists" activeOptions={{ exact: true, includeSearch: false }} data-open={onList || undefined}>
        {say('title')}
      </TextLink>
      <TextLink to="/lists/fields">{say('fields')}</TextLink>
      <TextLink to="/lists/tags">{say('tags')}</TextLink>
      <TextLink to="/lists/suppressions">{say('suppressions')}</TextLink>
      <TextLink to="/lists/imports">{say('imports')}</TextLink>
    </nav>
  );
}
