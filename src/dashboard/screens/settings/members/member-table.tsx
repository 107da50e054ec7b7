import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  ChangeRoleDocument,
  type MemberRowFragment,
  type MembersQuery,
} from '../../../../generated/dashboard/members.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import type { Read } from '../../../client/use-read.ts';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayManage } from '../../../session/viewer.tsx';
import { Failed } from '../../../states/failed.tsx';
import type { PageSearch } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { RowActions } from '../row-actions.tsx';
import type { Share } from './invitations.tsx';
import { RemoveMember } from './remove-member.tsx';
import { isRole, ROLES } from './roles.ts';
import { useMembersText } from './texts.ts';

/** The members; owners give them other roles in place. */
export function MemberTable({
  of,
  onShare,
  onPageChange,
}: {
  of: Read<MembersQuery>;
  onShare: Share | undefined;
  onPageChange: (page: PageSearch) => void;
}) {
  const t = useMembersText();
  const edit = useEditingText();
  const { ago } = useFormat();
  const mayManage = useMayManage();
  const [removing, setRemoving] = useState<MemberRowFragment>();
  const [error, setError] = useState<CombinedError>();
  const [changeRole] = useMutation(ChangeRoleDocument);
  const give = async (id: string, role: string) => {
    if (isRole(role)) setError((await changeRole({ id, role })).error);
  };
  const columns: Column<MemberRowFragment>[] = [
    {
      title: t('member'),
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
      title: t('role'),
      cell: ({ id, email, role }) =>
        mayManage ? (
          <NativeSelect
            size="xs"
            aria-label={t('roleOf', { email })}
            value={role}
            data={ROLES.map((value) => ({ value, label: t(value) }))}
            onChange={(event) => void give(id, event.currentTarget.value)}
          />
        ) : (
          t(role)
        ),
    },
    { title: t('lastActive'), from: 'sm', cell: ({ lastSeenAt }) => (lastSeenAt ? ago(lastSeenAt) : t('never')) },
  ];
  if (mayManage) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: (row) => (
        <RowActions
          of={row.email}
          actions={[
            ...(onShare
              ? [
                  {
                    label: t('copySignInLink'),
                    onClick: () => void onShare(row.id, row.email).then((error) => setError(error)),
                  },
                ]
              : []),
            { label: edit('remove'), onClick: () => setRemoving(row) },
          ]}
        />
      ),
    });
  }
  return (
    <div>
      {error && <Failed error={error} />}
      <Listing
        label={t('members')}
        of={of}
        rows={({ members }) => members}
        columns={columns}
        empty={{ title: t('noMembers') }}
        onPageChange={onPageChange}
      />
      <RemoveMember member={removing} onRemoved={of.refetch} onClose={() => setRemoving(undefined)} />
    </div>
  );
}
