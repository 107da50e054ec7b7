import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type InvitationRowFragment,
  type InvitationsQuery,
  WithdrawInvitationDocument,
} from '../../../../generated/dashboard/members.ts';
import { useChange } from '../../../client/use-change.ts';
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

/** Open invitations. An invitation that is withdrawn can be sent again. */
export function Invitations({ of }: { of: Read<InvitationsQuery> }) {
  const say = useMembersText();
  const edit = useEditingText();
  const { ago } = useFormat();
  const mayManage = useMayManage();
  const [error, setError] = useState<CombinedError>();
  const [withdraw, busy] = useChange(WithdrawInvitationDocument);
  const takeBack = async (id: string) => {
    setError((await withdraw({ id })).error);
    of.again();
  };
  const columns: Column<InvitationRowFragment>[] = [
    { title: say('email'), cell: ({ email }) => email ?? say('firstStart') },
    { title: say('role'), cell: ({ role }) => say(role) },
    { title: say('expires'), from: 'sm', cell: ({ expiresAt }) => ago(expiresAt) },
  ];
  if (mayManage) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: ({ id, email }) => (
        <RowActions
          of={email ?? say('firstStart')}
          actions={[{ label: say('withdraw'), onClick: () => void takeBack(id), busy }]}
        />
      ),
    });
  }
  return (
    <Panel title={say('invitations')}>
      {error && <Failed error={error} />}
      <Listing
        label={say('invitations')}
        of={of}
        rows={({ invitations }) => invitations}
        columns={columns}
        empty={{ title: say('noInvitations') }}
      />
    </Panel>
  );
}
