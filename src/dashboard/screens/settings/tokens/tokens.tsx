import { Button, Code, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { RevokeTokenDocument, type TokenRowFragment, TokensDocument } from '../../../../generated/dashboard/tokens.ts';
import { useChange } from '../../../client/use-change.ts';
import { useRead } from '../../../client/use-read.ts';
import { ConfirmByName } from '../../../editing/confirm-by-name.tsx';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { RowActions } from '../row-actions.tsx';
import { useSettingsText } from '../texts.ts';
import { ChangeToken } from './change-token.tsx';
import { CreateToken } from './create-token.tsx';
import { useTokensText } from './texts.ts';

export const Tokens = createLazyRoute('/settings/tokens')({ component: TokensScreen });

const route = getRouteApi('/settings/tokens');

/** The team's API tokens. */
function TokensScreen() {
  const settings = useSettingsText();
  const say = useTokensText();
  const edit = useEditingText();
  const { ago, day } = useFormat();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const [changing, setChanging] = useState<TokenRowFragment>();
  const [revoking, setRevoking] = useState<TokenRowFragment>();
  const [revoke] = useChange(RevokeTokenDocument);
  const read = useRead(TokensDocument, pageOf(route.useSearch()));
  const columns: Column<TokenRowFragment>[] = [
    {
      title: say('name'),
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
      title: say('may'),
      cell: ({ ability, scopes }) =>
        scopes.length === 0
          ? say(ability)
          : scopes.map((scope) => (scope === 'events:write' ? say('events') : say('mails'))).join(', '),
    },
    { title: say('used'), from: 'md', cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : say('never')) },
    { title: say('expires'), from: 'md', cell: ({ expiresAt }) => (expiresAt ? day(expiresAt) : say('never')) },
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
            { label: say('revoke'), onClick: () => setRevoking(row) },
          ]}
        />
      ),
    });
  }
  return (
    <>
      <ScreenTitle action={mayWrite && <Button onClick={() => setCreating(true)}>{say('create')}</Button>}>
        {settings('tokens')}
      </ScreenTitle>
      <Listing
        label={settings('tokens')}
        of={read}
        rows={({ tokens }) => tokens}
        columns={columns}
        empty={{
          title: say('none'),
          more: say('noneMore'),
          action: mayWrite && <Button onClick={() => setCreating(true)}>{say('createFirst')}</Button>,
        }}
        onTurn={(search) => void navigate({ search })}
      />
      <EditDrawer title={say('creating')} opened={creating} onClose={() => setCreating(false)}>
        <CreateToken onCreated={read.again} onClose={() => setCreating(false)} />
      </EditDrawer>
      <EditDrawer title={say('changing')} opened={changing !== undefined} onClose={() => setChanging(undefined)}>
        {changing && <ChangeToken token={changing} onClose={() => setChanging(undefined)} />}
      </EditDrawer>
      <ConfirmByName
        title={say('revoking')}
        warning={say('revokeWarning')}
        name={revoking?.name}
        action={say('revoke')}
        onConfirm={async () => {
          const done = await revoke({ id: revoking?.id ?? '' });
          if (!done.error) read.again();
          return done;
        }}
        onClose={() => setRevoking(undefined)}
      />
    </>
  );
}
