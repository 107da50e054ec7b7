import type { Texts } from './texts.ts';

export const fr: Texts = {
  noAddress: 'Saisissez une adresse e-mail, par exemple ann@shop.example.',
  roles: { owner: 'propriétaire', editor: 'éditeur', viewer: 'lecteur' },
  signIn: {
    title: 'Se connecter',
    email: 'Adresse e-mail',
    send: 'M’envoyer un lien',
    passkey: 'Se connecter avec une clé d’accès',
    noPasskey: 'La clé d’accès n’a pas été acceptée. Vous pouvez demander un lien à la place.',
    with: (provider) => `Se connecter avec ${provider}`,
    mailed: (minutes) => ({
      title: 'Consultez votre boîte de réception',
      text: `Si un compte existe avec cette adresse, nous y avons envoyé un lien. Il est valable une seule fois, pendant ${minutes} minutes, et uniquement dans ce navigateur.`,
    }),
    notMailed:
      'Ce serveur n’envoie pas encore d’e-mails : le lien reste dans sa boîte d’envoi. Demandez un lien de connexion à un propriétaire de votre équipe, ou à la personne qui gère ce serveur.',
    action: 'Se connecter',
    useless: {
      title: 'Ce lien ne fonctionne pas ici',
      text: 'Il a déjà servi, il a expiré, ou il a été demandé dans un autre navigateur.',
    },
    another: 'Demander un nouveau lien',
    refused: {
      title: 'Vous ne pouvez pas vous connecter ainsi',
      text: 'Le fournisseur n’a pas confirmé l’adresse d’un membre, ou la connexion a pris trop de temps. Demandez une invitation à un propriétaire.',
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
    known: 'Un compte existe déjà avec cette adresse.',
    signInFirst: (email) =>
      `Un compte existe déjà avec l’adresse ${email}. Connectez-vous d’abord, puis acceptez l’invitation.`,
    gone: {
      title: 'Cette invitation n’est plus valable',
      text: 'Elle a été acceptée ou retirée, ou elle a expiré. Si vous êtes déjà membre, connectez-vous. Sinon, demandez une nouvelle invitation.',
    },
  },
  account: {
    title: 'Votre compte',
    text: (name, email, team, role) =>
      `Vous êtes connecté en tant que ${name} (${email}) à l’équipe ${team}, comme ${role}.`,
    dashboard: 'Ouvrir le tableau de bord',
    signOut: 'Se déconnecter',
    ownTeamOnly: (team) =>
      `Votre invitation vous a connecté à l’équipe ${team} seulement. Pour ajouter des clés d’accès et accéder à vos autres équipes, connectez-vous avec votre adresse e-mail.`,
    teams: 'Autres équipes',
    actFor: (team) => `Passer à ${team}`,
    passkeys: 'Clés d’accès',
    since: (day) => `ajoutée le ${day}`,
    remove: 'Supprimer',
    removeNamed: (name) => `Supprimer ${name}`,
    addPasskey: 'Ajouter une clé d’accès',
    noPasskeyMade: 'La clé d’accès n’a pas été créée.',
    sessions: 'Sessions actives',
    browser: 'Navigateur inconnu',
    lastUsed: (team, day) => `${team}, utilisé pour la dernière fois le ${day}`,
    thisBrowser: 'ce navigateur',
    end: 'Terminer la session',
  },
  failures: {
    tooMany: { title: 'Trop de requêtes', text: 'Attendez une minute, puis réessayez.' },
    elsewhere: { title: 'Demande refusée', text: 'Cette demande doit provenir d’une page de ce serveur.' },
    gone: { title: 'Introuvable', text: 'Cette page n’existe pas ou n’existe plus.' },
    signedOut: { title: 'Non connecté', text: 'Connectez-vous à nouveau.' },
    refused: { title: 'Demande non acceptée', text: 'Revenez en arrière et réessayez.' },
    unreadable: { title: 'Le formulaire n’a pas pu être lu', text: 'Revenez en arrière et réessayez.' },
    fault: { title: 'Une erreur s’est produite', text: 'Réessayez dans un instant.' },
  },
};
