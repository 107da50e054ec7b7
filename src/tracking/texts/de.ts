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
  preferences: {
    title: 'Was Sie erhalten',
    text: (email) => `Wählen Sie, was an ${email} gesendet wird.`,
    lists: 'Listen',
    unconfirmed: 'noch nicht bestätigt',
    blocked: 'gesperrt: bitte wenden Sie sich an den Absender',
    save: 'Speichern',
    saved: 'Ihre Auswahl ist gespeichert.',
    leaveAll: 'Von allem abmelden',
    leftAll: 'Sie sind von allen Listen abgemeldet.',
    link: 'Auswählen, was Sie erhalten',
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
