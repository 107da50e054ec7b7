import type { Texts } from './texts.ts';

export const nl: Texts = {
  noAddress: 'Vul een e-mailadres in, zoals ann@shop.example.',
  roles: { owner: 'eigenaar', editor: 'bewerker', viewer: 'lezer' },
  signIn: {
    title: 'Inloggen',
    email: 'E-mailadres',
    send: 'Stuur me een link',
    passkey: 'Inloggen met een passkey',
    noPasskey: 'De passkey is niet geaccepteerd. U kunt in plaats daarvan een link aanvragen.',
    with: (provider) => `Inloggen met ${provider}`,
    mailed: (minutes) => ({
      title: 'Controleer uw inbox',
      text: `Als er een account met dit adres bestaat, hebben we er een link naartoe gestuurd. Die werkt één keer, ${minutes} minuten lang en alleen in deze browser.`,
    }),
    notMailed:
      'Deze server verstuurt nog geen e-mails; de link staat in de outbox. Vraag een eigenaar van uw team om een inloglink, of de beheerder van deze server.',
    action: 'Inloggen',
    useless: {
      title: 'Deze link werkt hier niet',
      text: 'Hij is al gebruikt, is verlopen, of is in een andere browser aangevraagd.',
    },
    another: 'Nieuwe link aanvragen',
    refused: {
      title: 'Zo kunt u niet inloggen',
      text: 'De provider heeft het adres van een lid niet bevestigd, of het inloggen duurde te lang. Vraag een eigenaar om een uitnodiging.',
    },
    providerAway: {
      title: 'De provider reageert niet',
      text: 'Probeer het zo nog eens, of vraag een link aan.',
    },
    noTeam: { title: 'Geen team', text: 'U bent geen lid van een actief team.' },
  },
  join: {
    title: (team) => `Lid worden van ${team}`,
    text: (role) => `U bent uitgenodigd als ${role}.`,
    textFor: (role, email) => `U bent uitgenodigd als ${role}, met het adres ${email}.`,
    email: 'Uw e-mailadres',
    name: 'Uw naam',
    action: 'Lid worden',
    known: 'Er bestaat al een account met dit adres.',
    signInFirst: (email) =>
      `Er bestaat al een account met het adres ${email}. Log eerst in en accepteer dan de uitnodiging.`,
    gone: {
      title: 'Deze uitnodiging is niet meer geldig',
      text: 'Ze is geaccepteerd of ingetrokken, of ze is verlopen. Bent u al lid, log dan in. Vraag anders om een nieuwe uitnodiging.',
    },
  },
  account: {
    title: 'Uw account',
    text: (name, email, team, role) => `U bent ingelogd als ${name} (${email}) bij het team ${team}, als ${role}.`,
    dashboard: 'Dashboard openen',
    signOut: 'Uitloggen',
    ownTeamOnly: (team) =>
      `Uw uitnodiging heeft u alleen bij het team ${team} ingelogd. Log in met uw e-mailadres om passkeys toe te voegen en uw andere teams te bereiken.`,
    teams: 'Andere teams',
    actFor: (team) => `Overschakelen naar ${team}`,
    passkeys: 'Passkeys',
    since: (day) => `toegevoegd op ${day}`,
    remove: 'Verwijderen',
    removeNamed: (name) => `${name} verwijderen`,
    addPasskey: 'Passkey toevoegen',
    noPasskeyMade: 'De passkey is niet aangemaakt.',
    sessions: 'Actieve sessies',
    browser: 'Onbekende browser',
    lastUsed: (team, day) => `${team}, laatst gebruikt op ${day}`,
    thisBrowser: 'deze browser',
    end: 'Sessie beëindigen',
  },
  failures: {
    tooMany: { title: 'Te veel verzoeken', text: 'Wacht een minuut en probeer het dan nog eens.' },
    elsewhere: { title: 'Verzoek geweigerd', text: 'Dit verzoek moet van een pagina van deze server komen.' },
    gone: { title: 'Niet gevonden', text: 'Deze pagina bestaat niet of niet meer.' },
    signedOut: { title: 'Niet ingelogd', text: 'Log opnieuw in.' },
    refused: { title: 'Verzoek niet geaccepteerd', text: 'Ga terug en probeer het nog eens.' },
    unreadable: { title: 'Het formulier kon niet worden gelezen', text: 'Ga terug en probeer het nog eens.' },
    fault: { title: 'Er ging iets mis', text: 'Probeer het zo nog eens.' },
  },
};
