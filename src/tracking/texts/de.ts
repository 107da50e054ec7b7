import type { Texts } from './texts.ts';

export const de: Texts = {
  confirm: {
    ask: {
      title: 'Anmeldung bestätigen',
      text: (list, email) => `Möchten Sie, dass „${list}“ an ${email} gesendet wird?`,
    },
    action: 'Anmeldung bestätigen',
    done: { title: 'Sie sind angemeldet', text: (list, email) => `Vielen Dank. „${list}“ wird an ${email} gesendet.` },
    already: {
      title: 'Sie sind bereits angemeldet',
      text: (list, email) => `„${list}“ wird an ${email} gesendet. Sie müssen nichts weiter tun.`,
    },
    left: {
      title: 'Sie haben sich abgemeldet',
      text: (list) => `Sie haben sich von „${list}“ abgemeldet, und dieser Link ändert daran nichts.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Abmelden', text: (list, email) => `Soll „${list}“ nicht mehr an ${email} gesendet werden?` },
    action: 'Abmelden',
    done: { title: 'Sie sind abgemeldet', text: (list, email) => `„${list}“ wird nicht mehr an ${email} gesendet.` },
  },
  leaving: {
    why: 'Warum haben Sie sich abgemeldet? Sie müssen nicht antworten.',
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
    title: 'Was Sie erhalten',
    text: (email) => `Wählen Sie, was an ${email} gesendet wird.`,
    lists: 'Listen',
    unconfirmed: 'noch nicht bestätigt',
    blocked: 'gesperrt: bitte wenden Sie sich an den Absender',
    save: 'Speichern',
    often: {
      title: 'Wie viele Newsletter',
      any: 'Alle',
      week: 'Höchstens einen in der Woche',
      month: 'Höchstens einen im Monat',
      own: (messages, days) => `Höchstens ${messages} in ${days} Tagen`,
    },
    tracking: {
      title: 'Öffnungen und Klicks',
      text: 'Der Absender kann zählen, ob eine E-Mail geöffnet und welchen Links gefolgt wurde.',
      on: 'Sie dürfen gezählt werden',
      off: 'Sie dürfen nicht gezählt werden',
    },
    language: 'Sprache',
    noLanguage: 'Nicht gewählt',
    pause: {
      title: 'Pause',
      text: '30 Tage lang wird Ihnen nur gesendet, worum Sie selbst bitten, etwa eine Bestellbestätigung.',
      action: '30 Tage pausieren',
      until: (day) => `Bis zum ${day} wird Ihnen nur gesendet, worum Sie selbst bitten.`,
      end: 'Pause beenden',
    },
    leaveAll: 'Von allem abmelden',
    data: {
      title: 'Ihre Daten',
      text: (email) =>
        `Erhalten oder löschen Sie, was über Sie gespeichert ist. Dafür senden wir einen Link an ${email}.`,
      action: 'Link senden',
      blocked:
        'An Ihre Adresse kann nichts gesendet werden. Bitte wenden Sie sich an den Absender, um Ihre Daten zu erhalten oder zu löschen.',
    },
    done: {
      saved: 'Ihre Auswahl ist gespeichert.',
      leftAll: 'Sie sind von allen Listen abgemeldet.',
      told: 'Danke für Ihre Antwort.',
      paused: 'Die Pause hat begonnen.',
      resumed: 'Die Pause ist beendet.',
      dataSent: 'Der Link ist unterwegs in Ihr Postfach.',
    },
    link: 'Auswählen, was Sie erhalten',
  },
  data: {
    title: 'Ihre Daten',
    text: (team, email) => `Hier erhalten oder löschen Sie, was ${team} über ${email} gespeichert hat.`,
    download: 'Meine Daten herunterladen',
    erase: 'Meine Daten löschen',
    warning: 'Alle Abonnements enden, und es wird Ihnen nichts mehr gesendet. Das lässt sich nicht rückgängig machen.',
    sure: 'Ja, alles löschen',
    erased: {
      title: 'Ihre Daten sind gelöscht',
      text: (team, email) =>
        `${team} hat gelöscht, was über ${email} gespeichert war. Dorthin wird nichts mehr gesendet.`,
    },
  },
  blocked: {
    title: 'Diese Adresse ist gesperrt',
    text: (email) => `An ${email} wird nichts gesendet. Bitte wenden Sie sich an den Absender, um das zu ändern.`,
  },
  test: {
    title: 'Das war ein Test',
    text: () =>
      'Der Link funktioniert. In einem Test ändert er nichts, für niemanden; in der E-Mail, die Menschen erhalten, ist es ihr eigener.',
  },
  archive: {
    title: (list) => `Frühere Ausgaben von „${list}“`,
    by: (team) => `Von ${team}.`,
    none: 'Es wurde noch nichts gesendet.',
    newer: 'Neuere',
    older: 'Ältere',
    feed: 'Als Feed abonnieren',
  },
  failures: {
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text: () => 'Er ist unvollständig oder nicht mehr gültig. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
    },
    unreadable: {
      title: 'Das konnte nicht gelesen werden',
      text: () => 'Es wurde nichts geändert. Bitte öffnen Sie den Link noch einmal aus der E-Mail.',
    },
    method: { title: 'Das geht hier nicht', text: () => 'Es wurde nichts geändert.' },
    fault: { title: 'Etwas ist schiefgegangen', text: () => 'Bitte versuchen Sie es gleich noch einmal.' },
  },
};
