import { Radio, Stack, TextInput } from '@mantine/core';
import { InviteMemberDocument, type Role } from '../../../../generated/dashboard/members.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { isRole, ROLES } from './roles.ts';
import { useMembersText } from './texts.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  onInvited: (id: string, email: string) => void;
}

/** Asks an address to become a member. */
export function InviteDrawer({ opened, onClose, onInvited }: Props) {
  const t = useMembersText();
  return (
    <EditDrawer title={t('inviteTitle')} opened={opened} onClose={onClose}>
      <Invite onClose={onClose} onInvited={onInvited} />
    </EditDrawer>
  );
}

function Invite({ onClose, onInvited }: Omit<Props, 'opened'>) {
  const t = useMembersText();
  const [invite] = useMutation(InviteMemberDocument);
  const fields = useFields<{ email: string; role: Role }>({ email: '', role: 'EDITOR' });
  const send = async () => {
    const made = await fields.save(() => invite({ input: fields.values }));
    if (!made) return;
    onInvited(made.inviteMember.invitation.id, fields.values.email);
    onClose();
  };
  return (
    <Fields of={fields} onSave={() => void send()} action={t('invite')} onCancel={onClose}>
      <TextInput label={t('email')} type="email" data-autofocus {...fields.text('email')} />
      <Radio.Group
        label={t('role')}
        value={fields.values.role}
        onChange={(role) => isRole(role) && fields.set('role', role)}
        error={fields.errorOf('role')}
      >
        <Stack gap="xs" mt="xs">
          {ROLES.map((role) => (
            <Radio key={role} value={role} label={t(role)} description={t(`${role}_hint`)} />
          ))}
        </Stack>
      </Radio.Group>
    </Fields>
  );
}
