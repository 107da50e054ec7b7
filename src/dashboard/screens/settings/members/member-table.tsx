import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  ChangeRoleDocument,
  type MemberRowFragment,
  type MembersQuery,
} from '../../../../generated/dashboard/members.ts';
import { useChange } from '../../../client/use-change.ts';
import type { Read } from '../../../client/use-read.ts';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayManage } from '../../../session/viewer.tsx';
import { Failed } from '../../../states/failed.tsx';
import type { PageSearch } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { RowActions } from '../row-actions.tsx';
import { RemoveMember } from './remove-member.tsx';
import { isRole, ROLES } from './roles.ts';
import { useMembersText } from './texts.ts';

/** The members; owners give them other roles in place. */
export function MemberTable({ of, onTurn }: { of: Read<MembersQuery>; onTurn: (page: PageSearch) => void }) {
  const say = useMembersText();
  const edit = useEditingText();
  const { ago } = useFormat();
  const mayManage = useMayManage();
  const [removing, setRemoving] = useState<MemberRowFragment>();
  const [error, setError] = useState<CombinedError>();
  const [changeRole] = useChange(ChangeRoleDocument);
  const give = async (id: string, role: string) => {
    if (isRole(role)) setError((await changeRole({ id, role })).error);
  };
  const columns: Column<MemberRowFragment>[] = [
    {
      title: say('member'),
      cell: ({ name, email }) => (
        <>
          <Text size="sm">{name ?? email}</Text>
          {name && (
            <Text size="sm" c="dimmed">
              {email}
            </Text>
          )}
        </>
      ),
    },
    {
      title: say('role'),
      cell: ({ id, email, role }) =>
        mayManage ? (
          <NativeSelect
            size="xs"
            aria-label={say('roleOf', { email })}
            value={role}
            data={ROLES.map((value) => ({ value, label: say(value) }))}
            onChange={(event) => void give(id, event.currentTarget.value)}
          />
        ) : (
          say(role)
        ),
    },
    { title: say('seen'), from: 'sm', cell: ({ lastSeenAt }) => (lastSeenAt ? ago(lastSeenAt) : say('never')) },
  ];
  if (mayManage) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: (row) => (
        <RowActions of={row.email} actions={[{ label: edit('remove'), onClick: () => setRemoving(row) }]} />
      ),
    });
  }
  return (
    <div>
      {error && <Failed error={error} />}
      <Listing
        label={say('members')}
        of={of}
        rows={({ members }) => members}
        columns={columns}
        empty={{ title: say('nobody') }}
        onTurn={onTurn}
      />
      <RemoveMember member={removing} onRemoved={of.again} onClose={() => setRemoving(undefined)} />
    </div>
  );
}
