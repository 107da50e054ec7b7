import type { Texts } from './texts.ts';

export const nl: Texts = {
  confirm: {
    ask: {
      title: 'Bevestig uw aanmelding',
      text: (list, email) => `Wilt u dat “${list}” naar ${email} wordt gestuurd?`,
    },
    action: 'Aanmelding bevestigen',
    done: { title: 'U bent aangemeld', text: (list, email) => `Bedankt. “${list}” wordt naar ${email} gestuurd.` },
    already: {
      title: 'U bent al aangemeld',
      text: (list, email) => `“${list}” wordt naar ${email} gestuurd. U hoeft niets meer te doen.`,
    },
    left: {
      title: 'U hebt zich afgemeld',
      text: (list) => `U hebt zich afgemeld voor “${list}”, en deze link verandert daar niets aan.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Afmelden', text: (list, email) => `Moet “${list}” niet meer naar ${email} worden gestuurd?` },
    action: 'Afmelden',
    done: { title: 'U bent afgemeld', text: (list, email) => `“${list}” wordt niet meer naar ${email} gestuurd.` },
  },
  leaving: {
    why: 'Waarom hebt u zich afgemeld? U hoeft niet te antwoorden.',
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
    title: 'Wat u ontvangt',
    text: (email) => `Kies wat er naar ${email} wordt gestuurd.`,
    lists: 'Lijsten',
    unconfirmed: 'nog niet bevestigd',
    blocked: 'geblokkeerd: neem contact op met de afzender',
    save: 'Opslaan',
    often: {
      title: 'Hoeveel nieuwsbrieven',
      any: 'Allemaal',
      week: 'Hoogstens één per week',
      month: 'Hoogstens één per maand',
      own: (messages, days) => `Hoogstens ${messages} in ${days} dagen`,
    },
    tracking: {
      title: 'Openen en klikken',
      text: 'De afzender kan tellen of een e-mail is geopend en welke links zijn gevolgd.',
      on: 'Het mag worden geteld',
      off: 'Het mag niet worden geteld',
    },
    language: 'Taal',
    noLanguage: 'Niet gekozen',
    pause: {
      title: 'Pauze',
      text: '30 dagen lang krijgt u alleen waar u zelf om vraagt, zoals een bevestiging van een bestelling.',
      action: '30 dagen pauzeren',
      until: (day) => `Tot ${day} krijgt u alleen waar u zelf om vraagt.`,
      end: 'Pauze beëindigen',
    },
    leaveAll: 'Afmelden voor alles',
    data: {
      title: 'Uw gegevens',
      text: (email) => `Krijg of wis wat er over u is bewaard. Daarvoor sturen wij een link naar ${email}.`,
      action: 'Stuur mij de link',
      blocked:
        'Er kan niets naar uw adres worden gestuurd. Schrijf de afzender om uw gegevens te krijgen of te laten wissen.',
    },
    done: {
      saved: 'Uw keuze is opgeslagen.',
      leftAll: 'U bent voor alle lijsten afgemeld.',
      told: 'Bedankt voor uw antwoord.',
      paused: 'De pauze is begonnen.',
      resumed: 'De pauze is voorbij.',
      dataSent: 'De link is onderweg naar uw mailbox.',
    },
    link: 'Kiezen wat u ontvangt',
  },
  data: {
    title: 'Uw gegevens',
    text: (team, email) => `Hier krijgt of wist u wat ${team} over ${email} heeft bewaard.`,
    download: 'Mijn gegevens downloaden',
    erase: 'Mijn gegevens wissen',
    warning: 'Alle aanmeldingen eindigen en er wordt u niets meer gestuurd. Dit kan niet ongedaan worden gemaakt.',
    sure: 'Ja, wis alles',
    erased: {
      title: 'Uw gegevens zijn gewist',
      text: (team, email) =>
        `${team} heeft gewist wat over ${email} was bewaard. Daar wordt niets meer naartoe gestuurd.`,
    },
  },
  blocked: {
    title: 'Dit adres is geblokkeerd',
    text: (email) => `Er wordt niets naar ${email} gestuurd. Neem contact op met de afzender als dat anders moet.`,
  },
  test: {
    title: 'Dit was een test',
    text: () =>
      'De link werkt. In een test verandert hij niets, voor niemand; in de e-mail die mensen krijgen is het hun eigen link.',
  },
  archive: {
    title: (list) => `Eerdere nummers van “${list}”`,
    by: (team) => `Van ${team}.`,
    none: 'Er is nog niets verstuurd.',
    newer: 'Nieuwer',
    older: 'Ouder',
    feed: 'Volgen via feed',
  },
  failures: {
    unknown: {
      title: 'Deze link werkt niet',
      text: () => 'Hij is onvolledig of niet meer geldig. Open hem opnieuw vanuit de e-mail.',
    },
    unreadable: {
      title: 'Dit kon niet worden gelezen',
      text: () => 'Er is niets gewijzigd. Open de link opnieuw vanuit de e-mail.',
    },
    method: { title: 'Dat kan hier niet', text: () => 'Er is niets gewijzigd.' },
    fault: { title: 'Er ging iets mis', text: () => 'Probeer het zo meteen opnieuw.' },
  },
};
