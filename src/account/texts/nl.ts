import type { Texts } from './texts.ts';

export const nl: Texts = {
  noAddress: 'Schrijf een e-mailadres, zoals ann@shop.example.',
  roles: { owner: 'eigenaar', editor: 'bewerker', viewer: 'lezer' },
  signIn: {
    title: 'Inloggen',
    email: 'E-mailadres',
    send: 'Stuur me een link',
    passkey: 'Inloggen met een passkey',
    noPasskey: 'Er is geen passkey aanvaard. U kunt in plaats daarvan een link laten sturen.',
    with: (provider) => `Inloggen met ${provider}`,
    mailed: (minutes) => ({
      title: 'Kijk in uw mail',
      text: `Als iemand met dit adres inlogt, is er een link naar onderweg. Hij werkt ${minutes} minuten, één keer, en alleen in deze browser.`,
    }),
    action: 'Inloggen',
    useless: {
      title: 'Deze link werkt hier niet',
      text: 'Hij is al gebruikt, is verlopen, of is in een andere browser aangevraagd.',
    },
    another: 'Een andere aanvragen',
    refused: {
      title: 'Zo kunt u niet inloggen',
      text: 'De provider heeft geen adres bevestigd dat hier lid is, of het duurde te lang. Vraag een eigenaar om een uitnodiging.',
    },
    providerAway: {
      title: 'De provider antwoordt niet',
      text: 'Probeer het zo nog eens, of laat een link sturen.',
    },
    noTeam: { title: 'Geen team', text: 'U bent van geen enkel actief team lid.' },
  },
  join: {
    title: (team) => `Lid worden van ${team}`,
    text: (role) => `U bent uitgenodigd als ${role}.`,
    textFor: (role, email) => `U bent uitgenodigd als ${role}, met het adres ${email}.`,
    email: 'Uw e-mailadres',
    name: 'Uw naam',
    action: 'Lid worden',
    known: 'Met dit adres logt al iemand in.',
    signInFirst: (email) =>
      `Er is al een account met het adres ${email}. Log daarmee eerst in en aanvaard dan de uitnodiging.`,
    gone: {
      title: 'Deze uitnodiging is niet open',
      text: 'Ze is aanvaard of ingetrokken, of ze is verlopen. Bent u al lid, log dan in; zo niet, vraag om een andere.',
    },
  },
  account: {
    title: 'Uw account',
    text: (name, email, team, role) => `U bent ingelogd als ${name} (${email}) voor het team ${team}, als ${role}.`,
    dashboard: 'Naar het dashboard',
    signOut: 'Uitloggen',
    ownTeamOnly: (team) =>
      `Uw uitnodiging opende deze sessie alleen voor het team ${team}. Log in met uw e-mailadres om passkeys toe te voegen en uw andere teams te bereiken.`,
    teams: 'Andere teams',
    actFor: (team) => `Werken voor ${team}`,
    passkeys: 'Passkeys',
    since: (day) => `sinds ${day}`,
    remove: 'Verwijderen',
    removeNamed: (name) => `${name} verwijderen`,
    addPasskey: 'Een passkey toevoegen',
    noPasskeyMade: 'Er is geen passkey gemaakt.',
    sessions: 'Waar u bent ingelogd',
    browser: 'Een browser',
    lastUsed: (team, day) => `${team}, laatst gebruikt op ${day}`,
    thisBrowser: 'deze browser',
    end: 'Beëindigen',
  },
  failures: {
    tooMany: { title: 'Te veel verzoeken', text: 'Wacht een minuut en probeer het dan nog eens.' },
    elsewhere: { title: 'Niet van hier', text: 'Dit kan alleen een pagina van deze server vragen.' },
    gone: { title: 'Niet gevonden', text: 'Hier is niets, of niets meer.' },
    signedOut: { title: 'Niet ingelogd', text: 'Log opnieuw in.' },
    refused: { title: 'Niet aanvaard', text: 'Dit wordt hier niet aanvaard. Ga terug en probeer het nog eens.' },
    unreadable: { title: 'Het formulier is onleesbaar', text: 'Ga terug en probeer het nog eens.' },
    fault: { title: 'Er ging iets mis', text: 'Probeer het zo nog eens.' },
  },
};
