import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type InvitationRowFragment,
  type InvitationsQuery,
  WithdrawInvitationDocument,
} from '../../../../generated/dashboard/members.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import type { Read } from '../../../client/use-read.ts';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayManage } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Failed } from '../../../states/failed.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { RowActions } from '../row-actions.tsx';
import { useMembersText } from './texts.ts';

/** Shows a link to pass on. */
export type Share = (id: string, email: string) => Promise<CombinedError | undefined>;

/** Open invitations. An invitation that is withdrawn can be sent again. */
export function Invitations({ of, onShare }: { of: Read<InvitationsQuery>; onShare: Share | undefined }) {
  const t = useMembersText();
  const edit = useEditingText();
  const { ago } = useFormat();
  const mayManage = useMayManage();
  const [error, setError] = useState<CombinedError>();
  const [withdraw, busy] = useMutation(WithdrawInvitationDocument);
  const revoke = async (id: string) => {
    setError((await withdraw({ id })).error);
    of.refetch();
  };
  const columns: Column<InvitationRowFragment>[] = [
    { title: t('email'), cell: ({ email }) => email ?? t('setupLink') },
    { title: t('role'), cell: ({ role }) => t(role) },
    { title: t('expires'), from: 'sm', cell: ({ expiresAt }) => ago(expiresAt) },
  ];
  if (mayManage) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: ({ id, email }) => (
        <RowActions
          of={email ?? t('setupLink')}
          actions={[
            ...(onShare && email
              ? [{ label: t('copyLink'), onClick: () => void onShare(id, email).then((error) => setError(error)) }]
              : []),
            { label: t('revoke'), onClick: () => void revoke(id), busy },
          ]}
        />
      ),
    });
  }
  return (
    <Panel title={t('invitations')}>
      {error && <Failed error={error} />}
      <Listing
        label={t('invitations')}
        of={of}
        rows={({ invitations }) => invitations}
        columns={columns}
        empty={{ title: t('noInvitations') }}
      />
    </Panel>
  );
}
