import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { EndPauseDocument, type PauseRowFragment, PausesDocument } from '../../../../generated/dashboard/pauses.ts';
import { useChange } from '../../../client/use-change.ts';
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

/** Where nothing is sent for now, and why. To end a pause does no harm: if it fails again, it comes back. */
function PausesScreen() {
  const settings = useSettingsText();
  const say = usePausesText();
  const edit = useEditingText();
  const { ago, number } = useFormat();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [error, setError] = useState<CombinedError>();
  const [end, busy] = useChange(EndPauseDocument);
  const read = useRead(PausesDocument, pageOf(route.useSearch()));
  const where = ({ domain }: PauseRowFragment) => domain ?? say('everywhere');
  const columns: Column<PauseRowFragment>[] = [
    { title: say('where'), cell: where },
    { title: say('transport'), from: 'sm', cell: ({ transport }) => transport?.name ?? say('installation') },
    { title: say('reason'), cell: ({ reason }) => reason },
    { title: say('waiting'), from: 'md', cell: ({ bulkOnly }) => say(bulkOnly ? 'campaigns' : 'everything') },
    { title: say('failures'), from: 'md', right: true, cell: ({ failures }) => number(failures) },
    { title: say('since'), from: 'md', cell: ({ failingSince }) => ago(failingSince) },
    {
      title: say('until'),
      from: 'sm',
      cell: ({ pausedUntil }) =>
        pausedUntil && Date.parse(pausedUntil) > Date.now() ? ago(pausedUntil) : say('trying'),
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
              label: say('end'),
              busy,
              onClick: async () => {
                setError((await end({ id: row.id })).error);
                read.again();
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
        empty={{ title: say('none'), more: say('noneMore') }}
        onTurn={(search) => void navigate({ search })}
      />
    </>
  );
}
