import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import {
  type MemberRowFragment,
  type MemberTokens,
  RemoveMemberDocument,
  TokensOfMemberDocument,
} from '../../../../generated/dashboard/members.ts';
import { useMutation } from '../../../client/use-mutation.ts';
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
  const t = useMembersText();
  const edit = useEditingText();
  const [tokenHandling, setTokenHandling] = useState<MemberTokens>('REVOKE');
  const [remove] = useMutation(RemoveMemberDocument);
  const read = useRead(TokensOfMemberDocument, { member: member?.id ?? '' }, { pause: member === undefined });
  const names = member && (read.data?.apiTokens.nodes ?? []).map(({ name }) => name);
  return (
    <ConfirmByName
      title={t('removeTitle')}
      warning={t('removeWarning')}
      name={member?.email}
      action={edit('remove')}
      onConfirm={async () => {
        const done = await remove({ id: member?.id ?? '', tokens: tokenHandling });
        if (!done.error) onRemoved();
        return done;
      }}
      onClose={() => {
        setTokenHandling('REVOKE');
        onClose();
      }}
    >
      {names && names.length > 0 && (
        <Radio.Group
          label={t('theirTokens')}
          description={<span style={{ overflowWrap: 'anywhere' }}>{names.join(', ')}</span>}
          value={tokenHandling}
          onChange={(value) => setTokenHandling(value === 'HAND_OVER' ? 'HAND_OVER' : 'REVOKE')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="REVOKE" label={t('revokeTokens')} />
            <Radio value="HAND_OVER" label={t('keepTokens')} description={t('keepTokensHint')} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmByName>
  );
}
