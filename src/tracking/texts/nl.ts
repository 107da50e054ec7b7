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
  preferences: {
    title: 'Wat u ontvangt',
    text: (email) => `Kies wat er naar ${email} wordt gestuurd.`,
    lists: 'Lijsten',
    unconfirmed: 'nog niet bevestigd',
    blocked: 'geblokkeerd: neem contact op met de afzender',
    save: 'Opslaan',
    saved: 'Uw keuze is opgeslagen.',
    leaveAll: 'Afmelden voor alles',
    leftAll: 'U bent voor alle lijsten afgemeld.',
    link: 'Kiezen wat u ontvangt',
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
