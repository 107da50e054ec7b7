import type { Texts } from './texts.ts';

export const en: Texts = {
  noAddress: 'Enter an e-mail address, such as ann@shop.example.',
  roles: { owner: 'owner', editor: 'editor', viewer: 'viewer' },
  signIn: {
    title: 'Sign in',
    email: 'E-mail address',
    send: 'Send me a link',
    passkey: 'Sign in with a passkey',
    noPasskey: 'The passkey was not accepted. You can request a link instead.',
    with: (provider) => `Sign in with ${provider}`,
    mailed: (minutes) => ({
      title: 'Check your inbox',
      text: `If this address has an account, we have sent it a link. It works once, for ${minutes} minutes, in this browser only.`,
    }),
    notMailed:
      'This server sends no e-mails yet, so it keeps the link in its outbox. Ask an owner of your team for a sign-in link, or the person who runs this server.',
    action: 'Sign in',
    useless: {
      title: 'This link does not work here',
      text: 'It was used before, has expired, or was requested in another browser.',
    },
    another: 'Request a new link',
    refused: {
      title: 'You cannot sign in this way',
      text: 'The provider did not confirm the address of a member, or the sign-in took too long. Ask an owner to invite you.',
    },
    providerAway: {
      title: 'The provider is not responding',
      text: 'Try again in a moment, or request a link instead.',
    },
    noTeam: { title: 'No team', text: 'You are not a member of any active team.' },
  },
  join: {
    title: (team) => `Join ${team}`,
    text: (role) => `You are invited as ${role}.`,
    textFor: (role, email) => `You are invited as ${role}, with the address ${email}.`,
    email: 'Your e-mail address',
    name: 'Your name',
    action: 'Join',
    known: 'This address already has an account.',
    signInFirst: (email) => `${email} already has an account. Sign in first, then accept the invitation.`,
    gone: {
      title: 'This invitation is no longer valid',
      text: 'It was accepted or revoked, or it has expired. If you are already a member, sign in. Otherwise ask for a new invitation.',
    },
  },
  account: {
    title: 'Your account',
    text: (name, email, team, role) => `You are signed in as ${name} (${email}) to the team ${team}, as ${role}.`,
    dashboard: 'Open dashboard',
    signOut: 'Sign out',
    ownTeamOnly: (team) =>
      `Your invitation signed you in to the team ${team} only. To add passkeys and reach your other teams, sign in with your e-mail address.`,
    teams: 'Other teams',
    actFor: (team) => `Switch to ${team}`,
    passkeys: 'Passkeys',
    since: (day) => `added on ${day}`,
    remove: 'Remove',
    removeNamed: (name) => `Remove ${name}`,
    addPasskey: 'Add passkey',
    noPasskeyMade: 'The passkey was not created.',
    sessions: 'Active sessions',
    browser: 'Unknown browser',
    lastUsed: (team, day) => `${team}, last used on ${day}`,
    thisBrowser: 'this browser',
    end: 'End session',
  },
  failures: {
    tooMany: { title: 'Too many requests', text: 'Wait a minute, then try again.' },
    elsewhere: { title: 'Request refused', text: 'This request must come from a page of this server.' },
    gone: { title: 'Not found', text: 'This page does not exist, or no longer exists.' },
    signedOut: { title: 'Not signed in', text: 'Sign in again.' },
    refused: { title: 'Request not accepted', text: 'Go back and try again.' },
    unreadable: { title: 'The form could not be read', text: 'Go back and try again.' },
    fault: { title: 'Something went wrong', text: 'Try again in a moment.' },
  },
};
