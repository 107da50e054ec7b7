import type { Texts } from './texts.ts';

export const es: Texts = {
  noAddress: 'Escriba una dirección de correo, por ejemplo ann@shop.example.',
  roles: { owner: 'propietario', editor: 'editor', viewer: 'lector' },
  signIn: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    send: 'Enviarme un enlace',
    passkey: 'Iniciar sesión con una llave de acceso',
    noPasskey: 'No se aceptó ninguna llave de acceso. Puede pedir un enlace en su lugar.',
    with: (provider) => `Iniciar sesión con ${provider}`,
    mailed: (minutes) => ({
      title: 'Mire su correo',
      text: `Si alguien inicia sesión con esta dirección, un enlace va en camino. Vale ${minutes} minutos, una sola vez y solo en este navegador.`,
    }),
    action: 'Iniciar sesión',
    useless: {
      title: 'Este enlace no sirve aquí',
      text: 'Ya se usó, ha caducado o se pidió en otro navegador.',
    },
    another: 'Pedir otro',
    refused: {
      title: 'No puede iniciar sesión así',
      text: 'El proveedor no confirmó la dirección de un miembro, o tardó demasiado. Pida una invitación a un propietario.',
    },
    providerAway: { title: 'El proveedor no responde', text: 'Inténtelo de nuevo en un momento, o pida un enlace.' },
    noTeam: { title: 'Ningún equipo', text: 'No es miembro de ningún equipo activo.' },
  },
  join: {
    title: (team) => `Unirse a ${team}`,
    text: (role) => `Está invitado como ${role}.`,
    textFor: (role, email) => `Está invitado como ${role}, con la dirección ${email}.`,
    email: 'Su correo electrónico',
    name: 'Su nombre',
    action: 'Unirse',
    known: 'Alguien ya inicia sesión con esta dirección.',
    signInFirst: (email) =>
      `Ya existe una cuenta con la dirección ${email}. Inicie sesión primero y acepte después la invitación.`,
    gone: {
      title: 'Esta invitación no está abierta',
      text: 'Fue aceptada o retirada, o ha caducado. Si ya es miembro, inicie sesión; si no, pida otra.',
    },
  },
  account: {
    title: 'Su cuenta',
    text: (name, email, team, role) =>
      `Ha iniciado sesión como ${name} (${email}) para el equipo ${team}, como ${role}.`,
    dashboard: 'Al panel',
    signOut: 'Cerrar sesión',
    ownTeamOnly: (team) =>
      `Su invitación abrió esta sesión solo para el equipo ${team}. Inicie sesión con su correo electrónico para añadir llaves de acceso y entrar en sus otros equipos.`,
    teams: 'Otros equipos',
    actFor: (team) => `Trabajar para ${team}`,
    passkeys: 'Llaves de acceso',
    since: (day) => `desde el ${day}`,
    remove: 'Quitar',
    removeNamed: (name) => `Quitar ${name}`,
    addPasskey: 'Añadir una llave de acceso',
    noPasskeyMade: 'No se creó ninguna llave de acceso.',
    sessions: 'Dónde ha iniciado sesión',
    browser: 'Un navegador',
    lastUsed: (team, day) => `${team}, usado por última vez el ${day}`,
    thisBrowser: 'este navegador',
    end: 'Terminar',
  },
  failures: {
    tooMany: { title: 'Demasiadas solicitudes', text: 'Espere un minuto e inténtelo de nuevo.' },
    elsewhere: { title: 'No desde aquí', text: 'Solo una página de este servidor puede pedir esto.' },
    gone: { title: 'No encontrado', text: 'Aquí no hay nada, o ya no.' },
    signedOut: { title: 'Sin sesión', text: 'Inicie sesión de nuevo.' },
    refused: { title: 'No aceptado', text: 'Esto no se acepta aquí. Vuelva atrás e inténtelo de nuevo.' },
    unreadable: { title: 'El formulario no se puede leer', text: 'Vuelva atrás e inténtelo de nuevo.' },
    fault: { title: 'Algo salió mal', text: 'Inténtelo de nuevo en un momento.' },
  },
};
