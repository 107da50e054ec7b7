import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import {
  type MemberRowFragment,
  type MemberTokens,
  RemoveMemberDocument,
  TokensOfMemberDocument,
} from '../../../../generated/dashboard/members.ts';
import { useChange } from '../../../client/use-change.ts';
import { useRead } from '../../../client/use-read.ts';
import { ConfirmByName } from '../../../editing/confirm-by-name.tsx';
import { useEditingText } from '../../../editing/texts.ts';
import { useMembersText } from './texts.ts';

interface Props {
  /** Closed while undefined. */
  member: MemberRowFragment | undefined;
  onRemoved: () => void;
  onClose: () => void;
}

/** Confirms removing a member, and asks about their tokens. */
export function RemoveMember({ member, onRemoved, onClose }: Props) {
  const say = useMembersText();
  const edit = useEditingText();
  const [fate, setFate] = useState<MemberTokens>('REVOKE');
  const [remove] = useChange(RemoveMemberDocument);
  const read = useRead(TokensOfMemberDocument, { member: member?.id ?? '' }, { pause: member === undefined });
  const names = member && (read.data?.tokens.nodes ?? []).map(({ name }) => name);
  return (
    <ConfirmByName
      title={say('removing')}
      warning={say('removeWarning')}
      name={member?.email}
      action={edit('remove')}
      onConfirm={async () => {
        const done = await remove({ id: member?.id ?? '', tokens: fate });
        if (!done.error) onRemoved();
        return done;
      }}
      onClose={() => {
        setFate('REVOKE');
        onClose();
      }}
    >
      {names && names.length > 0 && (
        <Radio.Group
          label={say('theirTokens')}
          description={<span style={{ overflowWrap: 'anywhere' }}>{names.join(', ')}</span>}
          value={fate}
          onChange={(value) => setFate(value === 'HAND_OVER' ? 'HAND_OVER' : 'REVOKE')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="REVOKE" label={say('revokeTokens')} />
            <Radio value="HAND_OVER" label={say('keepTokens')} description={say('keepTokensHint')} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmByName>
  );
}
