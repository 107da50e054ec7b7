import type { Texts } from './texts.ts';

export const fr: Texts = {
  confirm: {
    ask: {
      title: 'Confirmer votre inscription',
      text: (list, email) => `Voulez-vous que « ${list} » soit envoyé à ${email} ?`,
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
      text: (list) => `Vous avez annulé votre inscription à « ${list} », et ce lien n’y change rien.`,
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
    why: 'Pourquoi êtes-vous parti ? Vous n’êtes pas obligé de répondre.',
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
    title: 'Ce que vous recevez',
    text: (email) => `Choisissez ce qui est envoyé à ${email}.`,
    lists: 'Listes',
    unconfirmed: 'pas encore confirmé',
    blocked: 'bloqué : veuillez écrire à l’expéditeur',
    save: 'Enregistrer',
    often: {
      title: 'Combien de lettres d’information',
      any: 'Toutes',
      week: 'Au plus une par semaine',
      month: 'Au plus une par mois',
      own: (messages, days) => `Au plus ${messages} en ${days} jours`,
    },
    tracking: {
      title: 'Ouvertures et clics',
      text: 'L’expéditeur peut compter si un e-mail a été ouvert et quels liens ont été suivis.',
      on: 'Ils peuvent être comptés',
      off: 'Ils ne doivent pas être comptés',
    },
    language: 'Langue',
    noLanguage: 'Non choisie',
    pause: {
      title: 'Pause',
      text: 'Pendant 30 jours, vous ne recevez que ce que vous demandez vous-même, comme une confirmation de commande.',
      action: 'Faire une pause de 30 jours',
      until: (day) => `Vous ne recevez que ce que vous demandez vous-même jusqu’au ${day}.`,
      end: 'Terminer la pause',
    },
    leaveAll: 'Se désinscrire de tout',
    data: {
      title: 'Vos données',
      text: (email) => `Obtenez ou effacez ce qui est conservé sur vous. Pour cela, nous envoyons un lien à ${email}.`,
      action: 'M’envoyer le lien',
      blocked:
        'Rien ne peut être envoyé à votre adresse. Veuillez écrire à l’expéditeur pour obtenir ou effacer vos données.',
    },
    done: {
      saved: 'Votre choix est enregistré.',
      leftAll: 'Vos inscriptions à toutes les listes sont annulées.',
      told: 'Merci de votre réponse.',
      paused: 'La pause a commencé.',
      resumed: 'La pause est terminée.',
      dataSent: 'Le lien est en route vers votre boîte de réception.',
    },
    link: 'Choisir ce que vous recevez',
  },
  data: {
    title: 'Vos données',
    text: (team, email) => `Ici, vous obtenez ou effacez ce que ${team} conserve sur ${email}.`,
    download: 'Télécharger mes données',
    erase: 'Effacer mes données',
    warning: 'Toutes les inscriptions prennent fin et rien ne vous est plus envoyé. Cela ne peut pas être annulé.',
    sure: 'Oui, tout effacer',
    erased: {
      title: 'Vos données sont effacées',
      text: (team, email) => `${team} a effacé ce qui était conservé sur ${email}. Plus rien n’y est envoyé.`,
    },
  },
  blocked: {
    title: 'Cette adresse est bloquée',
    text: (email) => `Rien n’est envoyé à ${email}. Veuillez écrire à l’expéditeur si cela doit changer.`,
  },
  test: {
    title: 'C’était un test',
    text: () =>
      'Le lien fonctionne. Dans un test, il ne change rien, pour personne ; dans l’e-mail que les gens reçoivent, c’est le leur.',
  },
  archive: {
    title: (list) => `Anciens numéros de « ${list} »`,
    by: (team) => `De ${team}.`,
    none: 'Rien n’a encore été envoyé.',
    newer: 'Plus récents',
    older: 'Plus anciens',
    feed: 'Suivre par flux',
  },
  failures: {
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: () => 'Il est incomplet ou n’est plus valable. Veuillez l’ouvrir à nouveau depuis l’e-mail.',
    },
    unreadable: {
      title: 'Cela n’a pas pu être lu',
      text: () => 'Rien n’a été modifié. Veuillez ouvrir à nouveau le lien depuis l’e-mail.',
    },
    method: { title: 'Ce n’est pas possible ici', text: () => 'Rien n’a été modifié.' },
    fault: { title: 'Une erreur s’est produite', text: () => 'Veuillez réessayer dans un instant.' },
  },
};
