import { useMayWrite } from '../session/viewer.tsx';
import { ButtonLink } from './links.tsx';
import { useShellText } from './texts.ts';

/** The button of screens that need a list, while there is none. */
export function FirstList() {
  const t = useShellText();
  if (!useMayWrite()) return null;
  return (
    <ButtonLink to="/lists" search={{ create: 'yes' }}>
      {t('createFirstList')}
    </ButtonLink>
  );
}
