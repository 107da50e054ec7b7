import { Group } from '@mantine/core';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { useAddPersonText } from './add-person-texts.ts';
import { usePeopleText } from './texts.ts';

interface Props {
  list: string | undefined;
  /** False where the screen has a link to imports already. */
  offersImport?: boolean;
}

/** A list without people, and the ways to add some. */
export function EmptyList({ list, offersImport = true }: Props) {
  const t = usePeopleText();
  const tAdd = useAddPersonText();
  const actions = useMayWrite() && (
    <Group justify="center">
      <ButtonLink to="/people" search={{ list, add: 'yes' }}>
        {tAdd('add')}
      </ButtonLink>
      <ButtonLink to="/lists/imports/new" search={{ list, paste: 'yes' }} variant="default">
        {t('paste')}
      </ButtonLink>
      {offersImport && (
        <ButtonLink to="/lists/imports/new" search={{ list }} variant="default">
          {t('importFile')}
        </ButtonLink>
      )}
    </Group>
  );
  return (
    <EmptyState title={t('listEmpty')} action={actions}>
      {t('listEmptyHint')}
    </EmptyState>
  );
}
