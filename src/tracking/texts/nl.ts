import type { Texts } from './texts.ts';

export const nl: Texts = {
  confirm: {
    ask: {
      title: 'Bevestig uw aanmelding',
      text: (list, email) => `Wilt u “${list}” ontvangen op ${email}?`,
    },
    action: 'Aanmelding bevestigen',
    done: { title: 'U bent aangemeld', text: (list, email) => `Bedankt. “${list}” wordt naar ${email} gestuurd.` },
    already: {
      title: 'U bent al aangemeld',
      text: (list, email) => `“${list}” wordt naar ${email} gestuurd. U hoeft niets meer te doen.`,
    },
    left: {
      title: 'U hebt zich afgemeld',
      text: (list) => `U hebt zich afgemeld voor “${list}”. Deze link meldt u niet opnieuw aan.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Afmelden', text: (list, email) => `“${list}” niet meer naar ${email} sturen?` },
    action: 'Afmelden',
    done: { title: 'U bent afgemeld', text: (list, email) => `“${list}” wordt niet meer naar ${email} gestuurd.` },
  },
  leaving: {
    why: 'Waarom hebt u zich afgemeld? Antwoorden is niet verplicht.',
    reasons: {
      too_often: 'Ik kreeg te veel e-mails',
      not_relevant: 'De onderwerpen interesseren mij niet',
      never_signed_up: 'Ik heb me nooit aangemeld',
      not_needed: 'Ik heb ze niet meer nodig',
      other: 'Een andere reden',
    },
    send: 'Antwoord versturen',
    thanks: 'Bedankt voor uw antwoord.',
  },
  preferences: {
    title: 'Uw e-mailvoorkeuren',
    text: (email) => `Kies welke e-mails wij naar ${email} sturen.`,
    lists: 'Lijsten',
    unconfirmed: 'nog niet bevestigd',
    blocked: 'geblokkeerd: neem contact op met de afzender',
    save: 'Opslaan',
    often: {
      title: 'Frequentie van nieuwsbrieven',
      any: 'Alle nieuwsbrieven',
      week: 'Hoogstens één per week',
      month: 'Hoogstens één per maand',
      own: (messages, days) => `Hoogstens ${messages} in ${days} dagen`,
    },
    tracking: {
      title: 'Openen en klikken',
      text: 'De afzender kan zien welke e-mails u opent en op welke links u klikt.',
      on: 'Toestaan',
      off: 'Niet toestaan',
    },
    language: 'Taal',
    noLanguage: 'Niet gekozen',
    pause: {
      title: 'Pauze',
      text: '30 dagen lang ontvangt u alleen e-mails waar u zelf om vraagt, zoals een bestelbevestiging.',
      action: '30 dagen pauzeren',
      until: (day) => `Tot ${day} ontvangt u alleen e-mails waar u zelf om vraagt.`,
      end: 'Pauze beëindigen',
    },
    leaveAll: 'Afmelden voor alles',
    data: {
      title: 'Uw gegevens',
      text: (email) => `Download of wis uw gegevens. Daarvoor sturen wij een link naar ${email}.`,
      action: 'Stuur mij de link',
      blocked:
        'Wij kunnen niets naar uw adres sturen. Neem contact op met de afzender om uw gegevens te krijgen of te laten wissen.',
    },
    done: {
      saved: 'Uw voorkeuren zijn opgeslagen.',
      leftAll: 'U bent voor alle lijsten afgemeld.',
      answered: 'Bedankt voor uw antwoord.',
      paused: 'Uw pauze is begonnen.',
      resumed: 'Uw pauze is voorbij.',
      dataSent: 'De link is onderweg naar uw mailbox.',
    },
    link: 'Voorkeuren beheren',
  },
  data: {
    title: 'Uw gegevens',
    text: (team, email) => `Hier kunt u de gegevens downloaden of wissen die ${team} over ${email} bewaart.`,
    download: 'Mijn gegevens downloaden',
    erase: 'Mijn gegevens wissen',
    warning:
      'Hiermee eindigen al uw aanmeldingen en ontvangt u geen e-mails meer. Dit kan niet ongedaan worden gemaakt.',
    sure: 'Ja, wis alles',
    erased: {
      title: 'Uw gegevens zijn gewist',
      text: (team, email) => `${team} heeft de gegevens over ${email} gewist en stuurt niets meer naar dit adres.`,
    },
  },
  blocked: {
    title: 'Dit adres is geblokkeerd',
    text: (email) =>
      `Er worden geen e-mails naar ${email} gestuurd. Neem contact op met de afzender om dat te wijzigen.`,
  },
  test: {
    title: 'Dit was een test',
    text: () =>
      'De link werkt, maar in een test-e-mail verandert hij niets. Ontvangers van de echte e-mail krijgen hun eigen links.',
  },
  archive: {
    title: (list) => `Eerdere nummers van “${list}”`,
    by: (team) => `Van ${team}.`,
    none: 'Nog geen nummers.',
    newer: 'Nieuwer',
    older: 'Ouder',
    feed: 'Abonneren op de feed',
  },
  report: {
    by: (team, day) => `Verzonden door ${team} op ${day}.`,
    recipients: 'Ontvangers',
    delivered: 'Bezorgd',
    opened: 'Geopend',
    clicked: 'Geklikt',
    bounced: 'Niet bezorgd',
    unsubscribed: 'Afgemeld',
    complained: 'Als spam gemeld',
    revenue: 'Omzet',
    variants: 'Varianten',
    variant: 'Variant',
    winner: 'Winnaar',
    links: 'Aangeklikte links',
    link: 'Link',
    people: 'Personen',
  },
  failures: {
    unknown: {
      title: 'Deze link werkt niet',
      text: () => 'Hij is onvolledig of niet meer geldig. Open hem opnieuw vanuit de e-mail.',
    },
    unreadable: {
      title: 'Uw verzoek kon niet worden gelezen',
      text: () => 'Er is niets gewijzigd. Open de link opnieuw vanuit de e-mail.',
    },
    method: { title: 'Dit is hier niet mogelijk', text: () => 'Er is niets gewijzigd.' },
    fault: { title: 'Er ging iets mis', text: () => 'Probeer het zo meteen opnieuw.' },
  },
};
