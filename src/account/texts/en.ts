import type { Texts } from './texts.ts';

export const en: Texts = {
  noAddress: 'Write an e-mail address, such as ann@shop.example.',
  roles: { owner: 'owner', editor: 'editor', viewer: 'viewer' },
  signIn: {
    title: 'Sign in',
    email: 'E-mail address',
    send: 'Send me a link',
    passkey: 'Sign in with a passkey',
    noPasskey: 'No passkey was accepted. You can have a link sent instead.',
    with: (provider) => `Sign in with ${provider}`,
    mailed: (minutes) => ({
      title: 'Look into your mail',
      text: `If somebody signs in with this address, a link is on its way to it. It works for ${minutes} minutes, once, and only in this browser.`,
    }),
    action: 'Sign in',
    useless: {
      title: 'This link cannot be used here',
      text: 'It was used, it has expired, or it was asked for in another browser.',
    },
    another: 'Ask for another one',
    refused: {
      title: 'You cannot sign in this way',
      text: 'The provider did not confirm an address that is a member here, or it took too long. Ask an owner for an invitation.',
    },
    providerAway: {
      title: 'The provider does not answer',
      text: 'Try again in a moment, or have a link sent instead.',
    },
    noTeam: { title: 'No team', text: 'You are not a member of any team that is active.' },
  },
  join: {
    title: (team) => `Join ${team}`,
    text: (role) => `You are invited as ${role}.`,
    textFor: (role, email) => `You are invited as ${role}, with the address ${email}.`,
    email: 'Your e-mail address',
    name: 'Your name',
    action: 'Join',
    known: 'This address signs in already.',
    signInFirst: (email) =>
      `An account with the address ${email} exists. Sign in with it first, then accept the invitation.`,
    gone: {
      title: 'This invitation is not open',
      text: 'It was accepted or taken back, or it has expired. If you are a member already, sign in; if not, ask for another one.',
    },
  },
  account: {
    title: 'Your account',
    text: (name, email, team, role) => `You are signed in as ${name} (${email}) for the team ${team}, as ${role}.`,
    dashboard: 'To the dashboard',
    signOut: 'Sign out',
    ownTeamOnly: (team) =>
      `Your invitation opened this session for the team ${team} only. Sign in with your e-mail address to add passkeys and to reach your other teams.`,
    teams: 'Other teams',
    actFor: (team) => `Act for ${team}`,
    passkeys: 'Passkeys',
    since: (day) => `since ${day}`,
    remove: 'Remove',
    removeNamed: (name) => `Remove ${name}`,
    addPasskey: 'Add a passkey',
    noPasskeyMade: 'No passkey was made.',
    sessions: 'Where you are signed in',
    browser: 'A browser',
    lastUsed: (team, day) => `${team}, last used on ${day}`,
    thisBrowser: 'this browser',
    end: 'End',
  },
  failures: {
    tooMany: { title: 'Too many requests', text: 'Wait a minute, then try again.' },
    elsewhere: { title: 'Not from here', text: 'This can only be asked for by a page of this server.' },
    gone: { title: 'Not found', text: 'There is nothing here, or not any more.' },
    signedOut: { title: 'Not signed in', text: 'Sign in again.' },
    refused: { title: 'Not accepted', text: 'This is not accepted here. Go back and try again.' },
    unreadable: { title: 'The form cannot be read', text: 'Go back and try again.' },
    fault: { title: 'Something went wrong', text: 'Try again in a moment.' },
  },
};
