import { Button } from '@mantine/core';
import { useMayWrite } from '../../../session/viewer.tsx';
import { ButtonLink } from '../../../shell/links.tsx';
import { EmptyState } from '../../../states/empty-state.tsx';
import { useDeliverabilityText } from './texts.ts';
import { useFilter } from './use-filter.ts';

/** Stands in for the results if no mail server got a message: why, and what to do. `sends`: there is a mail server. */
export function NothingSent({ sends }: { sends: boolean }) {
  const t = useDeliverabilityText();
  const mayWrite = useMayWrite();
  const { search, change } = useFilter();
  if (!sends)
    return (
      <EmptyState
        title={t('noMailServer')}
        action={mayWrite && <ButtonLink to="/settings/transports">{t('connectMailServer')}</ButtonLink>}
      >
        {t('noMailServerHint')}
      </EmptyState>
    );
  if (search.domain || search.provider)
    return (
      <EmptyState
        title={t('noMatches')}
        action={
          <Button variant="default" onClick={() => change({ domain: undefined, provider: undefined })}>
            {t('clearFilters')}
          </Button>
        }
      />
    );
  return <EmptyState title={t('nothingSent')}>{t('nothingSentHint')}</EmptyState>;
}
