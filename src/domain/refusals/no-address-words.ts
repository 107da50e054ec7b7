import { MAILBOX, type Row, USER_ABROAD, USER_NORTH_EAST, words } from './word-patterns.ts';

/** Words that say that there is no such address, unless other words indicate something temporary or about us. */
export const NO_ADDRESS_WORDS: readonly Row[] = [
  [
    'moved',
    words`
      \b(has|have) moved\b|user not local|no longer on (this )?server|(changed|new) (his |her |their )?e-?mail address|has changed (his|her|their) address
      address (has )?(been )?changed|please (use|try) ~ (new|following) (e-?mail )?address|relocated
      neue (e-?mail-?)?adresse|メールアドレスが変更
    `,
  ],
  [
    'not_accepting',
    words`
      \bnull ?-?mx\b|\bno smtp service|accepts no mail|find a mail exchanger
      (domain|host|it|server) ~ (does not|doesn't|do not|never) (accept|receive) (any )?(e-?)?mails?\b(?! from)
      no (valid )?(mail exchanger|mail ?servers?|mx|mx records?|mx hosts?) (found|for|exist|or)
      domain (does not|doesn't) have (any |an? )?(valid )?(mx|mail)|(domain|host) ~ not (set up|configured) (to|for) (receiv|accept|(e-?)?mail)
      mail service (is )?not available for (this|that) domain
    `,
  ],
  [
    'host_unknown',
    words`
      nxdomain|(unknown|no such|invalid|bad destination|illegal|non-?existent) (mail )?(host|domain|system|fqdn)
      (host|domain|domain name|host name|hostname|mail server)s?\b ~ \b(not found|unknown|not exist|not known|non-?exist)
      (host|domain|domain name|host name|hostname)s?\b ~ \b(doesn't exist|not be (found|resolved)|is (not valid|invalid))
      couldn't find any host|can't find (the )?(host|domain)|(unrouteable|unroutable) (mail )?(address|domain)
      mx records point to non-?existent|name or service not known|bad destination (mail)?system
      (unable to|cannot|can't|couldn't|could not|failed to) (resolve|find|locate|look ?up) (the |a )?(host|domain|mail server|mx|route|gateway)
      (host|domain|domain name|hostname)s?\b ~ \b((could )?not resolve|does not resolve|doesn't resolve|no longer (valid|exist))
      [\w-]{1,63}(\.[\w-]{1,63}){1,5} (does not|doesn't) exist\b|no (dns|such dns|address) (entry|record)s?|no (mx|a|aaaa)( or a)? records?
      domain unbekannt|domaine inconnu|dominio (desconocido|inexistente|sconosciuto)
    `,
  ],
  [
    'user_unknown',
    words`
      \b(unknown|no such|invalid|non-?exist\w{2,3}|bad destination|illegal|undefined|unrecogni[sz]ed) (\w{1,12} ){0,2}user
      \b(unknown|no such|invalid|non-?exist\w{2,3}|illegal|bad|incorrect|wrong|not a known|unroute?able) (\w{1,12} )?mailbox
      \b(unknown|no such|invalid|non-?exist\w{2,3}|illegal|bad|incorrect|unrecogni[sz]ed) (\w{1,12} ){0,2}recipient
      \b(unknown|no such|invalid|non-?exist\w{2,3}|illegal|bad|incorrect|wrong) (\w{1,12} )?address
      \b(unknown|no such|invalid|not a valid|bad) (\w{1,12} )?(account|alias|maildrop|person|local ?-?part|rcpt|inbox|addressee)
      \b(no such|not a (valid|known|real)) (\w{1,12} )?(address|mail ?box|user|recipient|e-?mail)|undeliverable address
      \b(user|recipient|mailbox|mail box|account|address|alias|username|local ?-?part|maildrop|rcpt)\S{0,3} ~ \b(unknown)
      \b(${MAILBOX}|address|addressee|alias|name|rcpt|person)\b ~ \b(not found|not exist|do(es)?n'?t exist|dosn't exist)
      \b(${MAILBOX}|address|addressee|alias|name|rcpt|person)\b ~ \b(not (be )?(known|recogni[sz]ed|listed|registered))
      \b(${MAILBOX}|address|addressee|alias|name|rcpt|person)\b ~ \b(non-?exist|(not|n't) be (found|located)|wasn't found|deleted)
      \b(${MAILBOX}|address|addressee|alias)\b ~ \b(not (set up|configured) (to|for) (receiv|accept)|(is|are)(n't| not) here\b|no longer (employed|works|with))
      \b(${MAILBOX}|address|addressee|alias)\b ~ \bno longer (valid|exist|in use|here|active|available|with|work)
      \b(${MAILBOX}|address|addressee|alias)\b ~ \b(not valid|isn't valid|is incorrect|not local|undeliverable|removed)
      \b(${MAILBOX}|address|addressee|alias)(\(s\)|e?s)?\b ~ \b(invalid|is gone|not present)
    `,
  ],
  [
    'user_unknown',
    words`
      \bno (valid )?(recipient|mail ?box|user|account|person|one|address|inbox)(es|s)? ~ \b(here|such|exist|named|matches|found|available|registered|for (this|that|the) (user|address|name))
      \b(nobody|no ?one) ~ (by|with|called|named|of) (that|this) name|(has no|no longer has an?|without an?) (mail ?box|account|inbox)
      (unable|not able|failed) to (find|locate|match|identify) ~ (recipient|user|mail ?box|account|address|alias)
      (cannot|can't|could not|couldn't) (find|locate) ~ (recipient|user|mail ?box|account|address|alias)
      \bno (user )?(recipient|mail ?box|user|account)s? (by|with|of|for) (that|this) (name|address)|\b(wrong|incorrect) recipient|e-?mail not found|(doesn't|does not) have an? ~ (account|mail ?box|inbox)
      there is no (user|one|such|mailbox|account)|no such (name|person|one|local)|address not found|recip(ient)? ?not ?found
      not ((found )?in|listed in|part of) (our|the|domino|public|my|this) ~ (directory|database|table|address book|(user|recipient|mailbox|account) list|list of)
      not (a|our) (valid |known |registered |local )?(user|mailbox|recipient|account|customer)|never existed
      (left|no longer works? (here|at|for|in)|no longer employed|no longer with) ~ (company|organi[sz]ation|employer|us)\b|no longer works here|couldn't find ~ (user|recipient|mailbox)
      return(ed|ing)? unknown recipient
    `,
  ],
  // Microsoft's answer for users missing in a domain's directory: in brackets, or with the number of that check.
  [
    'user_unknown',
    words`\[ ?\]: recipient address rejected: access denied|recipient address rejected: access denied\W{0,4}(as ?\(|\S{1,80}\.outlook\.com)`,
  ],
  [
    'user_unknown',
    words`
      ${USER_ABROAD} ~ (unbekannt|existiert nicht|nicht (gefunden|bekannt|vorhanden|gultig)|ungultig)
      unbekannte[rs]? (empfanger|benutzer|adresse)|nie ma takiego|nieznany (odbiorca|uzytkownik|adres)
      kein(en|e)? (solche[rn]? )?(empfanger|benutzer|postfach|adresse)|no existe (el|la|ese|esa|este|esta) (buzon|usuario|cuenta|direccion)
      ${USER_NORTH_EAST} ~ (finns (inte|ej)|findes ikke|finnes ikke|eksisterer ikke|ei ole|ei loydy|neexist|nenalezen|nem letez|nu exista|okand|ukendt|ukjent|tuntemat|neznam|ismeretlen|necunoscut|δεν υπαρχει)
      (okand|ukendt|ukjent|tuntematon|neznam[yae]|ismeretlen|αγνωστος) ~ ${USER_NORTH_EAST}
      ${USER_ABROAD} ~ (inconnu|invalide|inexist|n ?'?existe pas|introuvable|onbekend|bestaat niet)
      ${USER_ABROAD} ~ (desconocid|no existe|no (se )?encontr|no valid|invalid|desconhecid|nao (existe|(foi )?encontrad))
      ${USER_ABROAD} ~ (sconosciut|inesistente|non (esiste|valid|trovat)|nieznan|nie istnieje|bulunamad|yok\b)
      ${USER_ABROAD} ~ (не (существует|найд|зарегистрирован|известен)|неизвест|удал[её]н|недействит)
      такого пользователя нет|нет такого|宛先不明
      (アドレス|宛先|ユーザ|受信者|あて先)[^。]{0,40}(見つかりません|存在しま|存在いたし|不明|ありません|正しくありません|間違)
      (用户|收件人|邮箱|地址|使用者|收件者|帳號)[^。]{0,12}(不存在|未找到|无效|找不到)|(사용자|수신자|주소)[^.]{0,20}(없|존재하지)
      (無此|无此|沒有此|没有此|查无此|查無此)(使用者|用[户戶]|收件人|人|帳號|账号|邮箱|信箱)|(없는|존재하지 않는) (사용자|수신자|주소|계정)
    `,
  ],
];
