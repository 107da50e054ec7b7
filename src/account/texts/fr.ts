import type { Texts } from './texts.ts';

export const fr: Texts = {
  noAddress: 'Écrivez une adresse e-mail, par exemple ann@shop.example.',
  roles: { owner: 'propriétaire', editor: 'éditeur', viewer: 'lecteur' },
  signIn: {
    title: 'Se connecter',
    email: 'Adresse e-mail',
    send: 'M’envoyer un lien',
    passkey: 'Se connecter avec une clé d’accès',
    noPasskey: 'Aucune clé d’accès n’a été acceptée. Vous pouvez demander un lien à la place.',
    with: (provider) => `Se connecter avec ${provider}`,
    mailed: (minutes) => ({
      title: 'Regardez vos e-mails',
      text: `Si quelqu’un se connecte avec cette adresse, un lien lui est envoyé. Il est valable ${minutes} minutes, une seule fois, et seulement dans ce navigateur.`,
    }),
    action: 'Se connecter',
    useless: {
      title: 'Ce lien ne peut pas servir ici',
      text: 'Il a déjà servi, il a expiré, ou il a été demandé dans un autre navigateur.',
    },
    another: 'En demander un autre',
    refused: {
      title: 'Vous ne pouvez pas vous connecter ainsi',
      text: 'Le fournisseur n’a pas confirmé l’adresse d’un membre, ou cela a pris trop de temps. Demandez une invitation à un propriétaire.',
    },
    providerAway: {
      title: 'Le fournisseur ne répond pas',
      text: 'Réessayez dans un instant, ou demandez un lien.',
    },
    noTeam: { title: 'Aucune équipe', text: 'Vous n’êtes membre d’aucune équipe active.' },
  },
  join: {
    title: (team) => `Rejoindre ${team}`,
    text: (role) => `Vous êtes invité comme ${role}.`,
    textFor: (role, email) => `Vous êtes invité comme ${role}, avec l’adresse ${email}.`,
    email: 'Votre adresse e-mail',
    name: 'Votre nom',
    action: 'Rejoindre',
    known: 'Quelqu’un se connecte déjà avec cette adresse.',
    signInFirst: (email) =>
      `Un compte avec l’adresse ${email} existe déjà. Connectez-vous d’abord, puis acceptez l’invitation.`,
    gone: {
      title: 'Cette invitation n’est plus ouverte',
      text: 'Elle a été acceptée ou retirée, ou elle a expiré. Si vous êtes déjà membre, connectez-vous ; sinon, demandez-en une autre.',
    },
  },
  account: {
    title: 'Votre compte',
    text: (name, email, team, role) =>
      `Vous êtes connecté en tant que ${name} (${email}) pour l’équipe ${team}, comme ${role}.`,
    dashboard: 'Vers le tableau de bord',
    signOut: 'Se déconnecter',
    ownTeamOnly: (team) =>
      `Votre invitation a ouvert cette session pour l’équipe ${team} seulement. Connectez-vous avec votre adresse e-mail pour ajouter des clés d’accès et accéder à vos autres équipes.`,
    teams: 'Autres équipes',
    actFor: (team) => `Travailler pour ${team}`,
    passkeys: 'Clés d’accès',
    since: (day) => `depuis le ${day}`,
    remove: 'Supprimer',
    removeNamed: (name) => `Supprimer ${name}`,
    addPasskey: 'Ajouter une clé d’accès',
    noPasskeyMade: 'Aucune clé d’accès n’a été créée.',
    sessions: 'Où vous êtes connecté',
    browser: 'Un navigateur',
    lastUsed: (team, day) => `${team}, utilisé pour la dernière fois le ${day}`,
    thisBrowser: 'ce navigateur',
    end: 'Terminer',
  },
  failures: {
    tooMany: { title: 'Trop de requêtes', text: 'Attendez une minute, puis réessayez.' },
    elsewhere: { title: 'Pas d’ici', text: 'Seule une page de ce serveur peut demander cela.' },
    gone: { title: 'Introuvable', text: 'Il n’y a rien ici, ou plus rien.' },
    signedOut: { title: 'Non connecté', text: 'Connectez-vous à nouveau.' },
    refused: { title: 'Refusé', text: 'Cela n’est pas accepté ici. Revenez en arrière et réessayez.' },
    unreadable: { title: 'Le formulaire est illisible', text: 'Revenez en arrière et réessayez.' },
    fault: { title: 'Une erreur s’est produite', text: 'Réessayez dans un instant.' },
  },
};
