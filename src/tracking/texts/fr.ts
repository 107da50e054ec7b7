import type { Texts } from './texts.ts';

export const fr: Texts = {
  confirm: {
    ask: {
      title: 'Confirmer votre inscription',
      text: (list, email) => `Souhaitez-vous recevoir « ${list} » à l’adresse ${email} ?`,
    },
    action: 'Confirmer l’inscription',
    done: {
      title: 'Votre inscription est confirmée',
      text: (list, email) => `Merci. « ${list} » sera envoyé à ${email}.`,
    },
    already: {
      title: 'Votre inscription était déjà confirmée',
      text: (list, email) => `« ${list} » est envoyé à ${email}. Vous n’avez rien d’autre à faire.`,
    },
    left: {
      title: 'Vous avez annulé votre inscription',
      text: (list) => `Vous avez annulé votre inscription à « ${list} ». Ce lien ne vous réinscrit pas.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Se désinscrire', text: (list, email) => `Ne plus envoyer « ${list} » à ${email} ?` },
    action: 'Se désinscrire',
    done: {
      title: 'Votre désinscription est enregistrée',
      text: (list, email) => `« ${list} » ne sera plus envoyé à ${email}.`,
    },
  },
  leaving: {
    why: 'Pourquoi vous êtes-vous désinscrit ? La réponse est facultative.',
    reasons: {
      too_often: 'Je recevais trop d’e-mails',
      not_relevant: 'Les sujets ne m’intéressent pas',
      never_signed_up: 'Je ne me suis jamais inscrit',
      not_needed: 'Je n’en ai plus besoin',
      other: 'Une autre raison',
    },
    send: 'Envoyer la réponse',
    thanks: 'Merci de votre réponse.',
  },
  preferences: {
    title: 'Vos préférences d’e-mail',
    text: (email) => `Choisissez les e-mails que nous envoyons à ${email}.`,
    lists: 'Listes',
    unconfirmed: 'pas encore confirmé',
    blocked: 'bloqué : veuillez écrire à l’expéditeur',
    save: 'Enregistrer',
    often: {
      title: 'Fréquence des newsletters',
      any: 'Toutes les newsletters',
      week: 'Au plus une par semaine',
      month: 'Au plus une par mois',
      own: (messages, days) => `Au plus ${messages} en ${days} jours`,
    },
    tracking: {
      title: 'Ouvertures et clics',
      text: 'L’expéditeur peut voir quels e-mails vous ouvrez et sur quels liens vous cliquez.',
      on: 'Autoriser le suivi',
      off: 'Refuser le suivi',
    },
    language: 'Langue',
    noLanguage: 'Non choisie',
    pause: {
      title: 'Pause',
      text: 'Pendant 30 jours, vous ne recevez que les e-mails que vous demandez vous-même, comme une confirmation de commande.',
      action: 'Faire une pause de 30 jours',
      until: (day) => `Jusqu’au ${day}, vous ne recevez que les e-mails que vous demandez vous-même.`,
      end: 'Terminer la pause',
    },
    leaveAll: 'Se désinscrire de tout',
    data: {
      title: 'Vos données',
      text: (email) => `Téléchargez ou effacez vos données. Pour cela, nous envoyons un lien à ${email}.`,
      action: 'M’envoyer le lien',
      blocked:
        'Nous ne pouvons rien envoyer à votre adresse. Veuillez écrire à l’expéditeur pour obtenir ou effacer vos données.',
    },
    done: {
      saved: 'Vos préférences sont enregistrées.',
      leftAll: 'Vos inscriptions à toutes les listes sont annulées.',
      answered: 'Merci de votre réponse.',
      paused: 'Votre pause a commencé.',
      resumed: 'Votre pause est terminée.',
      dataSent: 'Le lien est en route vers votre boîte de réception.',
    },
    link: 'Gérer vos préférences',
  },
  data: {
    title: 'Vos données',
    text: (team, email) => `Vous pouvez ici télécharger ou effacer les données que ${team} conserve sur ${email}.`,
    download: 'Télécharger mes données',
    erase: 'Effacer mes données',
    warning: 'Toutes vos inscriptions prennent fin et vous ne recevrez plus d’e-mails. Cette action est irréversible.',
    sure: 'Oui, tout effacer',
    erased: {
      title: 'Vos données ont été effacées',
      text: (team, email) => `${team} a effacé les données concernant ${email} et n’enverra plus rien à cette adresse.`,
    },
  },
  blocked: {
    title: 'Cette adresse est bloquée',
    text: (email) => `Aucun e-mail n’est envoyé à ${email}. Pour changer cela, veuillez écrire à l’expéditeur.`,
  },
  test: {
    title: 'C’était un test',
    text: () =>
      'Le lien fonctionne, mais dans un e-mail de test il ne change rien. Les destinataires du véritable e-mail reçoivent leurs propres liens.',
  },
  archive: {
    title: (list) => `Anciens numéros de « ${list} »`,
    by: (team) => `De ${team}.`,
    none: 'Aucun numéro pour le moment.',
    newer: 'Plus récents',
    older: 'Plus anciens',
    feed: 'S’abonner au flux',
  },
  report: {
    by: (team, day) => `Envoyé par ${team} le ${day}.`,
    recipients: 'Destinataires',
    delivered: 'Distribués',
    opened: 'Ouvertures',
    clicked: 'Clics',
    bounced: 'Non distribués',
    unsubscribed: 'Désabonnements',
    complained: 'Signalés comme spam',
    revenue: 'Chiffre d’affaires',
    variants: 'Variantes',
    variant: 'Variante',
    winner: 'Gagnante',
    links: 'Liens cliqués',
    link: 'Lien',
    people: 'Personnes',
  },
  failures: {
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: () => 'Il est incomplet ou n’est plus valable. Veuillez l’ouvrir à nouveau depuis l’e-mail.',
    },
    unreadable: {
      title: 'Votre demande n’a pas pu être lue',
      text: () => 'Rien n’a été modifié. Veuillez ouvrir à nouveau le lien depuis l’e-mail.',
    },
    method: { title: 'Ce n’est pas possible ici', text: () => 'Rien n’a été modifié.' },
    fault: { title: 'Une erreur s’est produite', text: () => 'Veuillez réessayer dans un instant.' },
  },
};
