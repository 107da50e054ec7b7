import type { Texts } from './texts.ts';

export const de: Texts = {
  noAddress: 'Geben Sie eine E-Mail-Adresse ein, etwa ann@shop.example.',
  roles: { owner: 'Inhaber', editor: 'Bearbeiter', viewer: 'Betrachter' },
  signIn: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    send: 'Link zusenden',
    passkey: 'Mit einem Passkey anmelden',
    noPasskey: 'Der Passkey wurde nicht angenommen. Sie können stattdessen einen Link anfordern.',
    with: (provider) => `Mit ${provider} anmelden`,
    mailed: (minutes) => ({
      title: 'Prüfen Sie Ihr Postfach',
      text: `Falls es ein Konto mit dieser Adresse gibt, haben wir einen Link dorthin gesendet. Er gilt einmal, ${minutes} Minuten lang und nur in diesem Browser.`,
    }),
    notMailed:
      'Dieser Server sendet noch keine E-Mails, daher liegt der Link in seinem Postausgang. Bitten Sie einen Inhaber Ihres Teams um einen Anmeldelink, oder die Person, die diesen Server betreibt.',
    action: 'Anmelden',
    useless: {
      title: 'Dieser Link funktioniert hier nicht',
      text: 'Er wurde schon benutzt, ist abgelaufen oder wurde in einem anderen Browser angefordert.',
    },
    another: 'Neuen Link anfordern',
    refused: {
      title: 'So können Sie sich nicht anmelden',
      text: 'Der Anbieter hat keine Adresse eines Mitglieds bestätigt, oder die Anmeldung hat zu lange gedauert. Bitten Sie einen Inhaber um eine Einladung.',
    },
    providerAway: {
      title: 'Der Anbieter antwortet nicht',
      text: 'Versuchen Sie es gleich noch einmal, oder fordern Sie einen Link an.',
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
    known: 'Mit dieser Adresse gibt es schon ein Konto.',
    signInFirst: (email) =>
      `Für ${email} gibt es schon ein Konto. Melden Sie sich zuerst an, und nehmen Sie dann die Einladung an.`,
    gone: {
      title: 'Diese Einladung gilt nicht mehr',
      text: 'Sie wurde angenommen oder zurückgezogen, oder sie ist abgelaufen. Wenn Sie schon Mitglied sind, melden Sie sich an. Bitten Sie sonst um eine neue Einladung.',
    },
  },
  account: {
    title: 'Ihr Konto',
    text: (name, email, team, role) => `Sie sind angemeldet als ${name} (${email}) im Team ${team}, als ${role}.`,
    dashboard: 'Zur Übersicht',
    signOut: 'Abmelden',
    ownTeamOnly: (team) =>
      `Ihre Einladung hat Sie nur im Team ${team} angemeldet. Um Passkeys hinzuzufügen und Ihre anderen Teams zu erreichen, melden Sie sich mit Ihrer E-Mail-Adresse an.`,
    teams: 'Andere Teams',
    actFor: (team) => `Zu ${team} wechseln`,
    passkeys: 'Passkeys',
    since: (day) => `hinzugefügt am ${day}`,
    remove: 'Entfernen',
    removeNamed: (name) => `${name} entfernen`,
    addPasskey: 'Passkey hinzufügen',
    noPasskeyMade: 'Der Passkey wurde nicht angelegt.',
    sessions: 'Aktive Sitzungen',
    browser: 'Unbekannter Browser',
    lastUsed: (team, day) => `${team}, zuletzt benutzt am ${day}`,
    thisBrowser: 'dieser Browser',
    end: 'Sitzung beenden',
  },
  failures: {
    tooMany: { title: 'Zu viele Anfragen', text: 'Warten Sie eine Minute, und versuchen Sie es dann noch einmal.' },
    elsewhere: { title: 'Anfrage abgelehnt', text: 'Diese Anfrage muss von einer Seite dieses Servers kommen.' },
    gone: { title: 'Nicht gefunden', text: 'Diese Seite gibt es nicht oder nicht mehr.' },
    signedOut: { title: 'Nicht angemeldet', text: 'Melden Sie sich wieder an.' },
    refused: {
      title: 'Anfrage nicht angenommen',
      text: 'Gehen Sie zurück, und versuchen Sie es noch einmal.',
    },
    unreadable: {
      title: 'Das Formular konnte nicht gelesen werden',
      text: 'Gehen Sie zurück, und versuchen Sie es noch einmal.',
    },
    fault: { title: 'Etwas ist schiefgegangen', text: 'Versuchen Sie es gleich noch einmal.' },
  },
};
