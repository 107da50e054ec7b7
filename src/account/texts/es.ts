import type { Texts } from './texts.ts';

export const es: Texts = {
  noAddress: 'Introduzca una dirección de correo, por ejemplo ann@shop.example.',
  roles: { owner: 'propietario', editor: 'editor', viewer: 'lector' },
  signIn: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    send: 'Enviarme un enlace',
    passkey: 'Iniciar sesión con una llave de acceso',
    noPasskey: 'La llave de acceso no se aceptó. Puede solicitar un enlace en su lugar.',
    with: (provider) => `Iniciar sesión con ${provider}`,
    mailed: (minutes) => ({
      title: 'Revise su correo',
      text: `Si existe una cuenta con esta dirección, le hemos enviado un enlace. Es válido una sola vez, durante ${minutes} minutos y solo en este navegador.`,
    }),
    notMailed:
      'Este servidor aún no envía correos, así que el enlace queda en su bandeja de salida. Pida un enlace de acceso a un propietario de su equipo o a la persona que gestiona este servidor.',
    action: 'Iniciar sesión',
    useless: {
      title: 'Este enlace no funciona aquí',
      text: 'Ya se usó, ha caducado o se solicitó en otro navegador.',
    },
    another: 'Solicitar un nuevo enlace',
    refused: {
      title: 'No puede iniciar sesión así',
      text: 'El proveedor no confirmó la dirección de un miembro, o el inicio de sesión tardó demasiado. Pida una invitación a un propietario.',
    },
    providerAway: { title: 'El proveedor no responde', text: 'Inténtelo de nuevo en un momento o solicite un enlace.' },
    noTeam: { title: 'Ningún equipo', text: 'No es miembro de ningún equipo activo.' },
  },
  join: {
    title: (team) => `Unirse a ${team}`,
    text: (role) => `Está invitado como ${role}.`,
    textFor: (role, email) => `Está invitado como ${role}, con la dirección ${email}.`,
    email: 'Su correo electrónico',
    name: 'Su nombre',
    action: 'Unirse',
    known: 'Ya existe una cuenta con esta dirección.',
    signInFirst: (email) =>
      `Ya existe una cuenta con la dirección ${email}. Inicie sesión primero y acepte después la invitación.`,
    gone: {
      title: 'Esta invitación ya no es válida',
      text: 'Fue aceptada o retirada, o ha caducado. Si ya es miembro, inicie sesión. Si no, pida una nueva invitación.',
    },
  },
  account: {
    title: 'Su cuenta',
    text: (name, email, team, role) => `Ha iniciado sesión como ${name} (${email}) en el equipo ${team}, como ${role}.`,
    dashboard: 'Abrir el panel',
    signOut: 'Cerrar sesión',
    ownTeamOnly: (team) =>
      `Su invitación inició la sesión solo en el equipo ${team}. Para añadir llaves de acceso y entrar en sus otros equipos, inicie sesión con su correo electrónico.`,
    teams: 'Otros equipos',
    actFor: (team) => `Cambiar a ${team}`,
    passkeys: 'Llaves de acceso',
    since: (day) => `añadida el ${day}`,
    remove: 'Quitar',
    removeNamed: (name) => `Quitar ${name}`,
    addPasskey: 'Añadir una llave de acceso',
    noPasskeyMade: 'La llave de acceso no se creó.',
    sessions: 'Sesiones activas',
    browser: 'Navegador desconocido',
    lastUsed: (team, day) => `${team}, usado por última vez el ${day}`,
    thisBrowser: 'este navegador',
    end: 'Cerrar la sesión',
  },
  failures: {
    tooMany: { title: 'Demasiadas solicitudes', text: 'Espere un minuto e inténtelo de nuevo.' },
    elsewhere: { title: 'Solicitud rechazada', text: 'Esta solicitud debe venir de una página de este servidor.' },
    gone: { title: 'No encontrado', text: 'Esta página no existe o ya no existe.' },
    signedOut: { title: 'Sin sesión', text: 'Inicie sesión de nuevo.' },
    refused: { title: 'Solicitud no aceptada', text: 'Vuelva atrás e inténtelo de nuevo.' },
    unreadable: { title: 'No se pudo leer el formulario', text: 'Vuelva atrás e inténtelo de nuevo.' },
    fault: { title: 'Algo salió mal', text: 'Inténtelo de nuevo en un momento.' },
  },
};
