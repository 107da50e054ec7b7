import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { EndPauseDocument, type PauseRowFragment, PausesDocument } from '../../../../generated/dashboard/pauses.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Failed } from '../../../states/failed.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { RowActions } from '../row-actions.tsx';
import { useSettingsText } from '../texts.ts';
import { usePausesText } from './texts.ts';

export const Pauses = createLazyRoute('/settings/pauses')({ component: PausesScreen });

const route = getRouteApi('/settings/pauses');

/** Sending pauses, with their reasons. Ending one is safe: if sending fails again, a new pause begins. */
function PausesScreen() {
  const settings = useSettingsText();
  const t = usePausesText();
  const edit = useEditingText();
  const { ago, number } = useFormat();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [error, setError] = useState<CombinedError>();
  const [end, busy] = useMutation(EndPauseDocument);
  const read = useRead(PausesDocument, pageOf(route.useSearch()));
  const where = ({ domain }: PauseRowFragment) => domain ?? t('allRecipients');
  const columns: Column<PauseRowFragment>[] = [
    { title: t('domain'), cell: where },
    { title: t('transport'), from: 'sm', cell: ({ transport }) => transport?.name ?? t('systemMailServer') },
    { title: t('lastError'), cell: ({ reason }) => reason },
    { title: t('pausedMails'), from: 'md', cell: ({ bulkOnly }) => t(bulkOnly ? 'campaignMails' : 'allMails') },
    { title: t('errors'), from: 'md', right: true, cell: ({ failures }) => number(failures) },
    { title: t('since'), from: 'md', cell: ({ failingSince }) => ago(failingSince) },
    {
      title: t('until'),
      from: 'sm',
      cell: ({ pausedUntil }) =>
        pausedUntil && Date.parse(pausedUntil) > Date.now() ? ago(pausedUntil) : t('retrying'),
    },
  ];
  if (mayWrite) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: (row) => (
        <RowActions
          of={where(row)}
          actions={[
            {
              label: t('endPause'),
              busy,
              onClick: async () => {
                setError((await end({ id: row.id })).error);
                read.refetch();
              },
            },
          ]}
        />
      ),
    });
  }
  return (
    <>
      <ScreenTitle>{settings('pauses')}</ScreenTitle>
      {error && <Failed error={error} />}
      <Listing
        label={settings('pauses')}
        of={read}
        rows={({ sendingPauses }) => sendingPauses}
        columns={columns}
        empty={{ title: t('noPauses'), more: t('noPausesHint') }}
        onPageChange={(search) => void navigate({ search })}
      />
    </>
  );
}
