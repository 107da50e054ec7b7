import { Button } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DeleteDomainDocument,
  type DomainRowFragment,
  DomainsDocument,
} from '../../../../generated/dashboard/domains.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { ConfirmByName } from '../../../editing/confirm-by-name.tsx';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { RowActions } from '../row-actions.tsx';
import { useSettingsText } from '../texts.ts';
import { CreateDomain } from './create-domain.tsx';
import { DomainState } from './domain-state.tsx';
import { useDomainsText } from './texts.ts';

export const Domains = createLazyRoute('/settings/domains')({ component: DomainsScreen });

const route = getRouteApi('/settings/domains');

/** The domains that the team sends from. */
function DomainsScreen() {
  const settings = useSettingsText();
  const t = useDomainsText();
  const edit = useEditingText();
  const { ago } = useFormat();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<DomainRowFragment>();
  const [remove] = useMutation(DeleteDomainDocument);
  const read = useRead(DomainsDocument, pageOf(route.useSearch()));
  const columns: Column<DomainRowFragment>[] = [
    {
      title: t('domain'),
      cell: ({ id, domain }) => (
        <TextLink to="/settings/domains/$id" params={{ id }}>
          {domain}
        </TextLink>
      ),
    },
    { title: t('status'), cell: (row) => <DomainState domain={row} /> },
    { title: t('checked'), from: 'sm', cell: ({ checkedAt }) => (checkedAt ? ago(checkedAt) : t('notChecked')) },
  ];
  if (mayWrite) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: (row) => (
        <RowActions of={row.domain} actions={[{ label: edit('delete'), onClick: () => setDeleting(row) }]} />
      ),
    });
  }
  return (
    <>
      <ScreenTitle action={mayWrite && <Button onClick={() => setCreating(true)}>{t('addDomain')}</Button>}>
        {settings('domains')}
      </ScreenTitle>
      <Listing
        label={settings('domains')}
        of={read}
        rows={({ sendingDomains }) => sendingDomains}
        columns={columns}
        empty={{
          title: t('noDomains'),
          more: t('noDomainsHint'),
          action: mayWrite && <Button onClick={() => setCreating(true)}>{t('createFirst')}</Button>,
        }}
        onPageChange={(search) => void navigate({ search })}
      />
      <EditDrawer title={t('addDomain')} opened={creating} onClose={() => setCreating(false)}>
        <CreateDomain
          onCreated={(id) => void navigate({ to: '/settings/domains/$id', params: { id } })}
          onClose={() => setCreating(false)}
        />
      </EditDrawer>
      <ConfirmByName
        title={t('deleteTitle')}
        warning={t('deleteWarning')}
        name={deleting?.domain}
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
