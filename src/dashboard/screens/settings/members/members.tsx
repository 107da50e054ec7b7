import { Button, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CreateInvitationLinkDocument,
  CreateSignInLinkDocument,
  InvitationsDocument,
  MembersDocument,
} from '../../../../generated/dashboard/members.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useOnChange } from '../../../client/use-on-change.ts';
import { useRead } from '../../../client/use-read.ts';
import { useMayManage } from '../../../session/viewer.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Together } from '../../../states/together.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import { useSettingsText } from '../texts.ts';
import { Invitations } from './invitations.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { MemberTable } from './member-table.tsx';
import { type Link, SharedLink } from './shared-link.tsx';
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
  useOnChange(['MEMBER', 'INVITATION'], () => {
    members.refetch();
    invitations.refetch();
  });
  const [link, setLink] = useState<Link>();
  const [createLink] = useMutation(CreateInvitationLinkDocument);
  const [createSignIn] = useMutation(CreateSignInLinkDocument);
  const isShared = invitations.data?.installation.sendsAccountEmails === false;
  const share = async (id: string, email: string) => {
    const { data, error } = await createLink({ id });
    if (data) setLink({ email, url: data.createInvitationLink.url });
    invitations.refetch();
    return error;
  };
  const shareSignIn = async (id: string, email: string) => {
    const { data, error } = await createSignIn({ id });
    if (data) setLink({ email, url: data.createSignInLink.url });
    invitations.refetch();
    return error;
  };
  return (
    <>
      <ScreenTitle action={mayManage && <Button onClick={() => setInviting(true)}>{t('invite')}</Button>}>
        {settings('members')}
      </ScreenTitle>
      <Together isPending={members.isLoading || invitations.isLoading}>
        <Stack gap="xl">
          <MemberTable
            of={members}
            onShare={isShared ? shareSignIn : undefined}
            onPageChange={(search) => void navigate({ search })}
          />
          <Invitations of={invitations} onShare={isShared ? share : undefined} />
        </Stack>
      </Together>
      <InviteDrawer
        opened={inviting}
        onClose={() => setInviting(false)}
        onInvited={(id, email) => {
          invitations.refetch();
          if (isShared) void share(id, email);
        }}
      />
      <SharedLink link={link} onClose={() => setLink(undefined)} />
    </>
  );
}
