import { Group } from '@mantine/core';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { useAddPersonText } from './add-person-texts.ts';
import { usePeopleText } from './texts.ts';

/** A list without people, and the ways to add some. */
export function EmptyList({ list }: { list: string | undefined }) {
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
      <ButtonLink to="/lists/imports/new" search={{ list }} variant="default">
        {t('importFile')}
      </ButtonLink>
    </Group>
  );
  return (
    <EmptyState title={t('listEmpty')} action={actions}>
      {t('listEmptyHint')}
    </EmptyState>
  );
}
