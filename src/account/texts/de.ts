import type { Texts } from './texts.ts';

export const de: Texts = {
  noAddress: 'Schreiben Sie eine E-Mail-Adresse, etwa ann@shop.example.',
  roles: { owner: 'Inhaber', editor: 'Bearbeiter', viewer: 'Leser' },
  signIn: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    send: 'Link zusenden',
    passkey: 'Mit einem Passkey anmelden',
    noPasskey: 'Es wurde kein Passkey angenommen. Sie können sich stattdessen einen Link zusenden lassen.',
    with: (provider) => `Mit ${provider} anmelden`,
    mailed: (minutes) => ({
      title: 'Sehen Sie in Ihre E-Mails',
      text: `Falls sich jemand mit dieser Adresse anmeldet, ist ein Link dorthin unterwegs. Er gilt ${minutes} Minuten, einmal, und nur in diesem Browser.`,
    }),
    action: 'Anmelden',
    useless: {
      title: 'Dieser Link gilt hier nicht',
      text: 'Er wurde schon benutzt, ist abgelaufen oder wurde in einem anderen Browser angefordert.',
    },
    another: 'Einen neuen anfordern',
    refused: {
      title: 'So können Sie sich nicht anmelden',
      text: 'Der Anbieter hat keine Adresse bestätigt, die hier Mitglied ist, oder es hat zu lange gedauert. Bitten Sie einen Inhaber um eine Einladung.',
    },
    providerAway: {
      title: 'Der Anbieter antwortet nicht',
      text: 'Versuchen Sie es gleich noch einmal, oder lassen Sie sich einen Link zusenden.',
    },
    noTeam: { title: 'Kein Team', text: 'Sie sind in keinem aktiven Team Mitglied.' },
  },
  join: {
    title: (team) => `Dem Team ${team} beitreten`,
    text: (role) => `Sie sind eingeladen als ${role}.`,
    textFor: (role, email) => `Sie sind eingeladen als ${role}, mit der Adresse ${email}.`,
    email: 'Ihre E-Mail-Adresse',
    name: 'Ihr Name',
    action: 'Beitreten',
    known: 'Mit dieser Adresse meldet sich schon jemand an.',
    signInFirst: (email) =>
      `Es gibt schon ein Konto mit der Adresse ${email}. Melden Sie sich zuerst damit an, dann nehmen Sie die Einladung an.`,
    gone: {
      title: 'Diese Einladung ist nicht offen',
      text: 'Sie wurde angenommen oder zurückgenommen, oder sie ist abgelaufen. Wenn Sie schon Mitglied sind, melden Sie sich an; wenn nicht, bitten Sie um eine neue.',
    },
  },
  account: {
    title: 'Ihr Konto',
    text: (name, email, team, role) => `Sie sind angemeldet als ${name} (${email}) für das Team ${team}, als ${role}.`,
    dashboard: 'Zur Übersicht',
    signOut: 'Abmelden',
    ownTeamOnly: (team) =>
      `Ihre Einladung hat diese Sitzung nur für das Team ${team} geöffnet. Melden Sie sich mit Ihrer E-Mail-Adresse an, um Passkeys hinzuzufügen und Ihre anderen Teams zu erreichen.`,
    teams: 'Andere Teams',
    actFor: (team) => `Für ${team} arbeiten`,
    passkeys: 'Passkeys',
    since: (day) => `seit ${day}`,
    remove: 'Entfernen',
    removeNamed: (name) => `${name} entfernen`,
    addPasskey: 'Passkey hinzufügen',
    noPasskeyMade: 'Es wurde kein Passkey angelegt.',
    sessions: 'Wo Sie angemeldet sind',
    browser: 'Ein Browser',
    lastUsed: (team, day) => `${team}, zuletzt benutzt am ${day}`,
    thisBrowser: 'dieser Browser',
    end: 'Beenden',
  },
  failures: {
    tooMany: { title: 'Zu viele Anfragen', text: 'Warten Sie eine Minute, und versuchen Sie es dann noch einmal.' },
    elsewhere: { title: 'Nicht von hier', text: 'Das kann nur von einer Seite dieses Servers verlangt werden.' },
    gone: { title: 'Nicht gefunden', text: 'Hier ist nichts, oder nichts mehr.' },
    signedOut: { title: 'Nicht angemeldet', text: 'Melden Sie sich wieder an.' },
    refused: {
      title: 'Nicht angenommen',
      text: 'Das wird hier nicht angenommen. Gehen Sie zurück, und versuchen Sie es noch einmal.',
    },
    unreadable: {
      title: 'Das Formular ist nicht lesbar',
      text: 'Gehen Sie zurück, und versuchen Sie es noch einmal.',
    },
    fault: { title: 'Etwas ist schiefgegangen', text: 'Versuchen Sie es gleich noch einmal.' },
  },
};
