import { Button, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { InvitationsDocument, MembersDocument } from '../../../../generated/dashboard/members.ts';
import { useRead } from '../../../client/use-read.ts';
import { useMayManage } from '../../../session/viewer.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import { useSettingsText } from '../texts.ts';
import { Invitations } from './invitations.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { MemberTable } from './member-table.tsx';
import { useMembersText } from './texts.ts';

export const Members = createLazyRoute('/settings/members')({ component: MembersScreen });

const route = getRouteApi('/settings/members');

/** The team's members and invitations. Owners change it. */
function MembersScreen() {
  const settings = useSettingsText();
  const t = useMembersText();
  const mayManage = useMayManage();
  const navigate = route.useNavigate();
  const [inviting, setInviting] = useState(false);
  const members = useRead(MembersDocument, pageOf(route.useSearch()));
  const invitations = useRead(InvitationsDocument, {});
  return (
    <>
      <ScreenTitle action={mayManage && <Button onClick={() => setInviting(true)}>{t('invite')}</Button>}>
        {settings('members')}
      </ScreenTitle>
      <Stack gap="xl">
        <MemberTable of={members} onPageChange={(search) => void navigate({ search })} />
        <Invitations of={invitations} />
      </Stack>
      <InviteDrawer opened={inviting} onClose={() => setInviting(false)} onInvited={invitations.refetch} />
    </>
  );
}
