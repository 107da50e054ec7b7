import type { Texts } from './texts.ts';

export const de: Texts = {
  confirm: {
    ask: {
      title: 'Anmeldung bestätigen',
      text: (list, email) => `Möchten Sie „${list}“ unter ${email} erhalten?`,
    },
    action: 'Anmeldung bestätigen',
    done: { title: 'Sie sind angemeldet', text: (list, email) => `Vielen Dank. „${list}“ wird an ${email} gesendet.` },
    already: {
      title: 'Sie sind bereits angemeldet',
      text: (list, email) => `„${list}“ wird an ${email} gesendet. Sie müssen nichts weiter tun.`,
    },
    left: {
      title: 'Sie haben sich abgemeldet',
      text: (list) => `Sie haben sich von „${list}“ abgemeldet. Dieser Link meldet Sie nicht wieder an.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Abmelden', text: (list, email) => `Soll „${list}“ nicht mehr an ${email} gesendet werden?` },
    action: 'Abmelden',
    done: { title: 'Sie sind abgemeldet', text: (list, email) => `„${list}“ wird nicht mehr an ${email} gesendet.` },
  },
  leaving: {
    why: 'Warum haben Sie sich abgemeldet? Ihre Antwort ist freiwillig.',
    reasons: {
      too_often: 'Ich habe zu viele E-Mails bekommen',
      not_relevant: 'Die Themen interessieren mich nicht',
      never_signed_up: 'Ich habe mich nie angemeldet',
      not_needed: 'Ich brauche sie nicht mehr',
      other: 'Ein anderer Grund',
    },
    send: 'Antwort senden',
    thanks: 'Danke für Ihre Antwort.',
  },
  preferences: {
    title: 'Ihre E-Mail-Einstellungen',
    text: (email) => `Wählen Sie, welche E-Mails wir an ${email} senden.`,
    lists: 'Listen',
    unconfirmed: 'noch nicht bestätigt',
    blocked: 'gesperrt: bitte wenden Sie sich an den Absender',
    save: 'Speichern',
    often: {
      title: 'Häufigkeit der Newsletter',
      any: 'Alle Newsletter',
      week: 'Höchstens einen in der Woche',
      month: 'Höchstens einen im Monat',
      own: (messages, days) => `Höchstens ${messages} in ${days} Tagen`,
    },
    tracking: {
      title: 'Öffnungen und Klicks',
      text: 'Der Absender kann sehen, welche E-Mails Sie öffnen und welche Links Sie anklicken.',
      on: 'Erlauben',
      off: 'Nicht erlauben',
    },
    language: 'Sprache',
    noLanguage: 'Nicht gewählt',
    pause: {
      title: 'Pause',
      text: '30 Tage lang erhalten Sie nur E-Mails, die Sie selbst anfordern, etwa eine Bestellbestätigung.',
      action: '30 Tage pausieren',
      until: (day) => `Bis zum ${day} erhalten Sie nur E-Mails, die Sie selbst anfordern.`,
      end: 'Pause beenden',
    },
    leaveAll: 'Von allem abmelden',
    data: {
      title: 'Ihre Daten',
      text: (email) => `Laden Sie Ihre Daten herunter, oder löschen Sie sie. Dafür senden wir einen Link an ${email}.`,
      action: 'Link senden',
      blocked:
        'An Ihre Adresse können wir nichts senden. Bitte wenden Sie sich an den Absender, um Ihre Daten zu erhalten oder zu löschen.',
    },
    done: {
      saved: 'Ihre Einstellungen sind gespeichert.',
      leftAll: 'Sie sind von allen Listen abgemeldet.',
      answered: 'Danke für Ihre Antwort.',
      paused: 'Ihre Pause hat begonnen.',
      resumed: 'Ihre Pause ist beendet.',
      dataSent: 'Der Link ist unterwegs in Ihr Postfach.',
    },
    link: 'Einstellungen verwalten',
  },
  data: {
    title: 'Ihre Daten',
    text: (team, email) =>
      `Hier können Sie die Daten herunterladen oder löschen, die ${team} über ${email} gespeichert hat.`,
    download: 'Meine Daten herunterladen',
    erase: 'Meine Daten löschen',
    warning:
      'Damit enden alle Ihre Abonnements, und Sie erhalten keine E-Mails mehr. Das lässt sich nicht rückgängig machen.',
    sure: 'Ja, alles löschen',
    erased: {
      title: 'Ihre Daten wurden gelöscht',
      text: (team, email) => `${team} hat die Daten über ${email} gelöscht und sendet nichts mehr an diese Adresse.`,
    },
  },
  blocked: {
    title: 'Diese Adresse ist gesperrt',
    text: (email) =>
      `An ${email} werden keine E-Mails gesendet. Bitte wenden Sie sich an den Absender, um das zu ändern.`,
  },
  test: {
    title: 'Das war ein Test',
    text: () =>
      'Der Link funktioniert, ändert aber in einer Test-E-Mail nichts. In der echten E-Mail erhält jeder Empfänger eigene Links.',
  },
  archive: {
    title: (list) => `Frühere Ausgaben von „${list}“`,
    by: (team) => `Von ${team}.`,
    none: 'Noch keine Ausgaben.',
    newer: 'Neuere',
    older: 'Ältere',
    feed: 'Feed abonnieren',
  },
  report: {
    by: (team, day) => `Gesendet von ${team} am ${day}.`,
    recipients: 'Empfänger',
    delivered: 'Zugestellt',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    bounced: 'Unzustellbar',
    unsubscribed: 'Abgemeldet',
    complained: 'Als Spam gemeldet',
    revenue: 'Umsatz',
    variants: 'Varianten',
    variant: 'Variante',
    winner: 'Gewinner',
    links: 'Geklickte Links',
    link: 'Link',
    people: 'Personen',
  },
  failures: {
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text: () => 'Er ist unvollständig oder nicht mehr gültig. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
    },
    unreadable: {
      title: 'Ihre Anfrage konnte nicht gelesen werden',
      text: () => 'Es wurde nichts geändert. Bitte öffnen Sie den Link noch einmal aus der E-Mail.',
    },
    method: { title: 'Das ist hier nicht möglich', text: () => 'Es wurde nichts geändert.' },
    fault: { title: 'Etwas ist schiefgegangen', text: () => 'Bitte versuchen Sie es gleich noch einmal.' },
  },
};
