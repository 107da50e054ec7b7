import { Button } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DeleteTransportDocument,
  type TransportRowFragment,
  TransportsDocument,
} from '../../../../generated/dashboard/transports.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { ConfirmByName } from '../../../editing/confirm-by-name.tsx';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayWrite, useViewer } from '../../../session/viewer.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import { Listing } from '../listing.tsx';
import { useSettingsText } from '../texts.ts';
import { TestResult } from './test-result.tsx';
import { useTransportsText } from './texts.ts';
import { TransportForm } from './transport-form.tsx';
import { useTransportColumns } from './use-transport-columns.tsx';

export const Transports = createLazyRoute('/settings/transports')({ component: TransportsScreen });

const route = getRouteApi('/settings/transports');

/** The mail servers that the team sends by. */
function TransportsScreen() {
  const settings = useSettingsText();
  const t = useTransportsText();
  const edit = useEditingText();
  const mayWrite = useMayWrite();
  const { hasMailServer } = useViewer().team;
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState<TransportRowFragment | 'new'>();
  const [deleting, setDeleting] = useState<TransportRowFragment>();
  const [testing, setTesting] = useState<{ transport: TransportRowFragment; time: number }>();
  const [remove] = useMutation(DeleteTransportDocument);
  const read = useRead(TransportsDocument, pageOf(route.useSearch()));
  const test = (transport: TransportRowFragment) => setTesting({ transport, time: (testing?.time ?? 0) + 1 });
  const columns = useTransportColumns({ onEdit: setEditing, onDelete: setDeleting, onTest: test });
  return (
    <>
      <ScreenTitle action={mayWrite && <Button onClick={() => setEditing('new')}>{t('addTransport')}</Button>}>
        {settings('transports')}
      </ScreenTitle>
      {testing && <TestResult key={testing.time} transport={testing.transport} onClose={() => setTesting(undefined)} />}
      <Listing
        label={settings('transports')}
        of={read}
        rows={({ transports }) => transports}
        columns={columns}
        empty={{
          title: t('noTransports'),
          more: t(hasMailServer ? 'noTransportsHint' : 'noMailServerHint'),
          action: mayWrite && <Button onClick={() => setEditing('new')}>{t('createFirst')}</Button>,
        }}
        onPageChange={(search) => void navigate({ search })}
      />
      <EditDrawer
        title={editing === 'new' ? t('addTransport') : t('editTitle')}
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
      >
        {editing && (
          <TransportForm
            transport={editing === 'new' ? undefined : editing}
            onSaved={(saved) => {
              read.refetch();
              test(saved);
            }}
            onClose={() => setEditing(undefined)}
          />
        )}
      </EditDrawer>
      <ConfirmByName
        title={t('deleteTitle')}
        warning={t('deleteWarning')}
        name={deleting?.name}
        action={edit('delete')}
        onConfirm={async () => {
          const done = await remove({ id: deleting?.id ?? '' });
          if (!done.error) read.refetch();
          return done;
        }}
        onClose={() => setDeleting(undefined)}
      />
    </>
  );
}
