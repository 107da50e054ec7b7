import { Box, Button, Code, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { RevokeTokenDocument, type TokenRowFragment, TokensDocument } from '../../../../generated/dashboard/tokens.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { ConfirmByName } from '../../../editing/confirm-by-name.tsx';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { RowActions } from '../row-actions.tsx';
import { useSettingsText } from '../texts.ts';
import { ApiExamples } from './api-examples.tsx';
import { ChangeToken } from './change-token.tsx';
import { CreateToken } from './create-token.tsx';
import { useTokensText } from './texts.ts';

export const Tokens = createLazyRoute('/settings/tokens')({ component: TokensScreen });

const route = getRouteApi('/settings/tokens');

/** The team's API tokens. */
function TokensScreen() {
  const settings = useSettingsText();
  const t = useTokensText();
  const edit = useEditingText();
  const { ago, day } = useFormat();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const [changing, setChanging] = useState<TokenRowFragment>();
  const [revoking, setRevoking] = useState<TokenRowFragment>();
  const [revoke] = useMutation(RevokeTokenDocument);
  const read = useRead(TokensDocument, pageOf(route.useSearch()));
  const columns: Column<TokenRowFragment>[] = [
    {
      title: t('name'),
      cell: ({ name, note, prefix }) => (
        <>
          <Text size="sm">{name}</Text>
          <Code>{prefix}…</Code>
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </>
      ),
    },
    {
      title: t('permissions'),
      cell: ({ ability, scopes }) =>
        scopes.length === 0
          ? t(ability)
          : scopes.map((scope) => (scope === 'EVENTS_WRITE' ? t('events') : t('mails'))).join(', '),
    },
    {
      title: t('lastUsed'),
      from: 'md',
      cell: ({ id, lastUsedAt }) =>
        lastUsedAt ? (
          <TextLink to="/settings/requests" search={{ token: id }} size="sm">
            {ago(lastUsedAt)}
          </TextLink>
        ) : (
          t('never')
        ),
    },
    { title: t('expires'), from: 'md', cell: ({ expiresAt }) => (expiresAt ? day(expiresAt) : t('never')) },
  ];
  if (mayWrite) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: (row) => (
        <RowActions
          of={row.name}
          actions={[
            { label: edit('edit'), onClick: () => setChanging(row) },
            { label: t('revoke'), onClick: () => setRevoking(row) },
          ]}
        />
      ),
    });
  }
  return (
    <>
      <ScreenTitle action={mayWrite && <Button onClick={() => setCreating(true)}>{t('create')}</Button>}>
        {settings('tokens')}
      </ScreenTitle>
      <Listing
        label={settings('tokens')}
        of={read}
        rows={({ apiTokens: tokens }) => tokens}
        columns={columns}
        empty={{
          title: t('noTokens'),
          more: t('noTokensHint'),
          action: mayWrite && <Button onClick={() => setCreating(true)}>{t('createFirst')}</Button>,
        }}
        onPageChange={(search) => void navigate({ search })}
      />
      <Box mt="xl">
        <Panel title={t('examples')}>
          <ApiExamples />
        </Panel>
      </Box>
      <EditDrawer title={t('createTitle')} opened={creating} onClose={() => setCreating(false)}>
        <CreateToken onCreated={read.refetch} onClose={() => setCreating(false)} />
      </EditDrawer>
      <EditDrawer title={t('editTitle')} opened={changing !== undefined} onClose={() => setChanging(undefined)}>
        {changing && <ChangeToken token={changing} onClose={() => setChanging(undefined)} />}
      </EditDrawer>
      <ConfirmByName
        title={t('revokeTitle')}
        warning={t('revokeWarning')}
        name={revoking?.name}
        action={t('revoke')}
        onConfirm={async () => {
          const done = await revoke({ id: revoking?.id ?? '' });
          if (!done.error) read.refetch();
          return done;
        }}
        onClose={() => setRevoking(undefined)}
      />
    </>
  );
}
