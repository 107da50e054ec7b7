/** When the session with a mail server is encrypted. */
export { TLS_MODES, type TlsMode, tlsModeOf } from '../../network/mail-tls.ts';
