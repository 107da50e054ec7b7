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
  preferences: {
    title: 'Ce que vous recevez',
    text: (email) => `Choisissez ce qui est envoyé à ${email}.`,
    lists: 'Listes',
    unconfirmed: 'pas encore confirmé',
    blocked: 'bloqué : veuillez écrire à l’expéditeur',
    save: 'Enregistrer',
    saved: 'Votre choix est enregistré.',
    leaveAll: 'Se désinscrire de tout',
    leftAll: 'Vos inscriptions à toutes les listes sont annulées.',
    link: 'Choisir ce que vous recevez',
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
