import { invitationUrl } from '../domain/members/account-emails.ts';
import { inviteByOperator } from '../domain/members/invitation-links.ts';
import { findTeam } from '../domain/platform/teams.ts';
import { readArguments } from './arguments.ts';
import { type Command, noSuch, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

/** `member invite --email E --role owner|editor|viewer [--team ID]` prints an invitation link, which works once. */
export const member: Command = async ([action, ...args]) => {
  if (action !== 'invite') throw wrongCall('member');
  const { option, required } = readArguments(args, { options: ['email', 'role', 'team'] });
  const input = { email: required('email'), role: required('role') };
  await withInstallation(async ({ connection: { db }, config: { publicUrl } }) => {
    const team = await findTeam(db, option('team')).catch(noSuch('team'));
    console.log(invitationUrl(publicUrl, await inviteByOperator(db, team.id, input)));
  });
};
