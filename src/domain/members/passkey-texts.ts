import type { Language } from '../../validation/language.ts';

/** The change to a passkey. */
export type PasskeyChange = 'added' | 'removed';

/** The sentences of the e-mail about a passkey. */
interface PasskeyTexts {
  subject: Record<PasskeyChange, string>;
  /** `at`: a date and a time in UTC. `address`: of the browser. */
  before: Record<PasskeyChange, (said: { name: string; host: string; at: string; address: string }) => string>;
  name: string;
  after: string;
}

export const PASSKEY_TEXTS: Record<Language, PasskeyTexts> = {
  en: {
    subject: { added: 'New passkey for Tidings', removed: 'Passkey removed from Tidings' },
    before: {
      added: ({ name, host, at, address }) =>
        `“${name}” was added to your account at ${host} on ${at} (UTC), from the IP address ${address}. It gives access to all your teams.`,
      removed: ({ name, host, at, address }) =>
        `“${name}” was removed from your account at ${host} on ${at} (UTC), from the IP address ${address}.`,
    },
    name: 'Your account',
    after:
      'If this was you, you do not need to do anything. If not, remove all passkeys you do not recognise and end all sessions.',
  },
  de: {
    subject: { added: 'Neuer Passkey für Tidings', removed: 'Passkey bei Tidings entfernt' },
    before: {
      added: ({ name, host, at, address }) =>
        `„${name}“ wurde Ihrem Konto auf ${host} am ${at} (UTC) hinzugefügt, von der IP-Adresse ${address}. Damit kann man sich in allen Ihren Teams anmelden.`,
      removed: ({ name, host, at, address }) =>
        `„${name}“ wurde aus Ihrem Konto auf ${host} am ${at} (UTC) entfernt, von der IP-Adresse ${address}.`,
    },
    name: 'Ihr Konto',
    after:
      'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, entfernen Sie alle Passkeys, die Sie nicht kennen, und beenden Sie alle Sitzungen.',
  },
  fr: {
    subject: { added: 'Nouvelle clé d’accès pour Tidings', removed: 'Clé d’accès supprimée de Tidings' },
    before: {
      added: ({ name, host, at, address }) =>
        `« ${name} » a été ajoutée à votre compte sur ${host} le ${at} (UTC), depuis l’adresse IP ${address}. Elle permet de se connecter à toutes vos équipes.`,
      removed: ({ name, host, at, address }) =>
        `« ${name} » a été supprimée de votre compte sur ${host} le ${at} (UTC), depuis l’adresse IP ${address}.`,
    },
    name: 'Votre compte',
    after:
      'Si c’était vous, vous n’avez rien à faire. Sinon, supprimez les clés d’accès que vous ne reconnaissez pas et mettez fin à toutes les sessions.',
  },
  es: {
    subject: { added: 'Nueva llave de acceso para Tidings', removed: 'Llave de acceso eliminada de Tidings' },
    before: {
      added: ({ name, host, at, address }) =>
        `«${name}» se añadió a su cuenta en ${host} el ${at} (UTC), desde la dirección IP ${address}. Permite iniciar sesión en todos sus equipos.`,
      removed: ({ name, host, at, address }) =>
        `«${name}» se eliminó de su cuenta en ${host} el ${at} (UTC), desde la dirección IP ${address}.`,
    },
    name: 'Su cuenta',
    after:
      'Si fue usted, no tiene que hacer nada. Si no, elimine las llaves de acceso que no reconozca y cierre todas las sesiones.',
  },
  nl: {
    subject: { added: 'Nieuwe passkey voor Tidings', removed: 'Passkey verwijderd uit Tidings' },
    before: {
      added: ({ name, host, at, address }) =>
        `‘${name}’ is op ${at} (UTC) toegevoegd aan uw account bij ${host}, vanaf het IP-adres ${address}. Deze geeft toegang tot al uw teams.`,
      removed: ({ name, host, at, address }) =>
        `‘${name}’ is op ${at} (UTC) verwijderd uit uw account bij ${host}, vanaf het IP-adres ${address}.`,
    },
    name: 'Uw account',
    after:
      'Was u het zelf, dan hoeft u niets te doen. Zo niet, verwijder dan alle passkeys die u niet herkent en beëindig alle sessies.',
  },
};
