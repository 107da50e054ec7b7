import type { Cause } from './refusal.ts';
import { MAILBOX, MAILBOX_ABROAD, USER_ABROAD, words } from './word-patterns.ts';

type Row = readonly [Cause, RegExp];

/**
 * Words that say why, whatever the code beside them: servers send 550 5.1.1 for a full mailbox and 5.7.1 for an unknown
 * user. The first row that fits decides, so what is temporary, or about us, stands before what ends an address. Matched
 * against `plainWords`.
 */
export const WORDS: readonly Row[] = [
  // Said of the sender, in the words that are said of unknown recipients.
  [
    'policy',
    words`
      \b(sender|return.path|mail from|envelope from|from address|originator)\b ~ \b(reject|denied|refused|verif|unknown)
      \b(sender|return.path|mail from|envelope from|from address|originator)\b ~ \b(invalid|not (exist|found|allowed))
      \b(sender|return.path|mail from|envelope from)\b ~ \b(not accepted|required|disallowed|unroutable)
      \b(bad|invalid|unknown|unrout\w{1,8}|unverified|forged|blocked) (e-?mail )?(sender|return path|reverse.path)
      domain of (the )?sender
      sender'?s? (e-?mail )?(domain|address) (does not|doesn't|must|could not|is not)
      authenticated sender|cannot? (find|verify|resolve) (your|the sender)
    `,
  ],
  // A program of the server failed, and the server says 5.1.1.
  [
    'system',
    words`
      \b(procmail|maildrop:|unknown mailer error|command (died|time|output)|local delivery failed)|\.forward
      couldn't create|can't create|cannot open|lock failure|error while writing
    `,
  ],
  [
    'mailbox_full',
    words`
      over ?-?(the )?quota|quota ~ (exceed|full|reached|violat|depasse|excedid|ueberschritten|uberschritten|superata)
      (exceed|depasse|beyond|out of|over|excede) ~ (disk|box|storage|user|mail|its|his|her|their|the|son) ~ quota
      ${MAILBOX} ~ \b(full|filled|overflow)|full (mail|in)box|mailbox (size )?(limit|exceed)
      ${MAILBOX} ~ exceed ~ (size|limit|storage|space|capacity|quota)
      no (more )?(room|space) ~ ${MAILBOX}|too much mail|too many messages (in|on|for this) (the|his|user|mail)
      (storage|space) (allocation|limit|quota)|(insufficient|not enough|no|out of) (user |disk |mailbox )?(storage|space)
      disk (quota|full|space)|exceeded storage|storage space
    `,
  ],
  [
    'mailbox_full',
    words`
      postfach ~ (voll|uberfullt|ueberfuellt|limit)|speicherplatz|boite ~ (pleine|saturee)|(buzon|cuenta) ~ llen[oa]
      cuota|caixa ~ (cheia|lotada)|casella ~ piena|(mailbox|postvak) ~ vol\b|skrzynka ~ pe[lł]n|kutusu ~ dolu
      (ящик|почт) ~ (полон|заполнен)|переполнен
      (メールボックス|受信箱|ディスク|容量)[^。]{0,30}(一杯|いっぱい|満杯|超え|超過|オーバー|不足)
      (邮箱|信箱)[^。]{0,10}[满滿]|메일함[^.]{0,20}(가득|초과)
    `,
  ],
  // Somebody has the mailbox, and may use it again.
  [
    'suspended',
    words`
      \b(${MAILBOX}|alias|address|subscriber|domain)\b ~ \b(suspend|disabled|inactiv|deactivat|discontinued|frozen)
      \b(${MAILBOX}|alias|address|subscriber|domain)\b ~ \b(locked|blocked|not activ|not enabled|on hold|expired\b)
      \b(${MAILBOX}|address)\b ~ \b(closed|terminated|temporarily unavailable)|not an active (user|account|address)
      \b(suspended|disabled|inactive|deactivated|frozen|dormant) (e-?mail )?(user|account|mailbox|recipient|address)
      ${MAILBOX_ABROAD} ~ (bloque|desactive|gesperrt|deaktiviert|suspendid|inativ|inactiv|disabilitat|sospes)
      ${MAILBOX_ABROAD} ~ (заблокирован|отключ[её]н)
    `,
  ],
  ['network', words`hop count|too many hops|routing loop|mail loop|loops? (back|detected)`],
  ['expired', words`^message expired|envelope expired|message (has )?(expired|timed out)|retry timeout exceeded`],
  [
    'rate',
    words`
      \btoo (many|much) (concurrent |simultaneous |smtp |invalid |e-?)?(connection|session|mail|message|recipient)
      \btoo (many|much) (invalid |smtp )?(request|error|unknown|bad|rcpt|sender)|rate.?limit|throttl
      (connection|sending|message|mail|hourly|daily) (rate|limit|quota) ~ (exceed|reached)|limit exceeded
      \brate (that|at which)|gr[ea]y ?-?list|slow down|mail flood|deferred due to
    `,
  ],
  [
    'authentication',
    words`
      \b(dmarc|spf|dkim|sender.?id|sender policy framework|purported responsible)\b|unauthenticated|not authenticated
      authentication (check|require|fail|level|credential|needed)|(fails?|required|must) authenticat
      doesn't meet the (required )?authentication
      (is|are)( not|n't) (allowed|permitted|authori[sz]ed) to send (mail |e-?mail )?(from|for|as|on behalf)
    `,
  ],
  [
    'spam',
    words`
      \bspam(my|ming|s)?\b|unsolicited|\b(ube|uce|junk)\b|\bphish|bulk (e-?mail|mail|message)
      pourriel|indesirable|迷惑メール|спам
    `,
  ],
  [
    'blocked',
    words`
      spamhaus|spamcop|\bsorbs\b|barracudacentral|abuseat|uceprotect|senderscore|backscatterer|psbl|dnsbl
      \b([ds]nsrbl|rbl|sbl|xbl)\b|(black|block|deny) ?-?list|blocked (using|by|for|from|due|because|at|until|via)
      (\bip|address|host|client|server|network|domain) ~ \b(is|was|been|are) ~ (blocked|banned|listed|refused|rejected)
      \breputation\b|reverse.?(dns|lookup|hostname)|\b(rdns|ptr|helo|ehlo)\b|client (host|ip)|mismatch ~ (ip|host)
      your (ip|host|server|mail server|isp|network|mta)\b|dynamic(ally)? (ip|assigned|address|host)|bad dns
      smtp server of your isp|not accepting connections|connections? (not|from) ~ (accept|reject|refused|denied|blocked)
      banned|access (from|to) ~ (forbidden|blocked)|ip address ~ (reject|block|deny|denied)|temporarily deferred
    `,
  ],
  ['virus', words`\b(virus|malware|infected|trojan|worm\b)|ウイルス`],
  [
    'too_large',
    words`
      too (big|large)\b|(message|mail|line|header) (is )?too long|(message|mail|size|length|attachment) ~ exceed|exceed ~ (size|maximum|length)
      (maximum|max|allowed) (message |mail )?(size|length)|message size|size limit
      zu gro(ss|ß)|trop (gros|grand|volumineux)|(demasiado|muito) grande|слишком больш|サイズ[^。]{0,20}(超|制限)
    `,
  ],
  [
    'content',
    words`
      (message|mail|content|header|attachment|body|subject)s? (content )?(is |was |are |has been )?(reject|refus|banned)
      (content|header|attachment|body|subject) ~ (prohibit|forbidden|not allowed|invalid|malformed|illegal|denied)
      message content|header error|not rfc|rfc ?-?(5322|2822)|multiple (addresses|subject|from)|bare (lf|cr|line ?feed)
      content (filter|reject|restriction|error)|attachment (type|blocked)|8.?bit
    `,
  ],
  [
    'relaying',
    words`
      relay(ing)? ~ (denied|prohibit|not (permit|allow|authori)|disallow|refus|forbidden|reject|restrict)
      (unable|configured|refus\w{0,4}|cannot|can't|won't|not|don't|allowed|permitted|attempt) (to )?relay
      (open|no|insecure( mail)?) relay|not a (mail )?gateway|rcpthosts|relais
    `,
  ],
  // A name that could not be looked up today.
  [
    'network',
    words`
      (host|name|dns|domain|lookup|\bmx\b|resolv) ~ (try again|temporar|timed? ?-?out|servfail|deferred|later)
      deferred: (host )?name|dns query failed|name server (error|fail)|name lookup failure
    `,
  ],
  // Google Groups does not want to say which.
  ['filtered', words`\b(may|might) not (exist|have permission)|il se peut que|exist, or you|no existe o no tiene`],
  [
    'filtered',
    words`
      (${MAILBOX}|group|addressee) ~ (only accept|not accept(ing)? (mail|message|e-?mail)s? from|refuses? to accept)
      (${MAILBOX}|group|addressee) ~ (has (blocked|rejected|refused)|is(n't| not) accepting|rejects?( mail)? from)
      (${MAILBOX}|group|addressee) ~ doesn't accept (mail|message|e-?mail)s? from
      (white|allow|safe) ?-?list|not authori[sz]ed to (send|post)|permission (to|for)|resolver\.rst|resolver rst
      restricted|delivery not authori[sz]ed|recipient'?s? (rule|setting|server rule)
      rejected by (the )?(recipient|user|owner|domain|destination)|受信拒否|着信拒否|拒否設定
    `,
  ],
  [
    'policy',
    words`
      \bpolic(y|ies)\b|security (reason|setting)|prohibit|restriction|violat|administratively
      (?<!\[ ?\]: recipient address rejected: )\b(access|permission) denied(?!\W{0,4}(as ?\(|\S{1,80}protection\.outlook))|(message|mail|transaction) (was )?denied|not authori[sz]ed
      starttls|\btls (is )?(required|fail)|support tls|encryption (is )?(needed|required)
      service (refus|reject|denied)|refused by
    `,
  ],
  [
    'moved',
    words`
      \b(has|have) moved\b|user not local|no longer on (this )?server|(changed|new) (his |her |their )?e-?mail address
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
      domain (does not|doesn't) have (any )?(mx|mail)
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
      unable to (resolve|find|look ?up) (the )?(host|domain|mail server|mx|route)
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
      \b(unknown|no such|invalid|not a valid|bad) (\w{1,12} )?(account|alias|maildrop|person|local ?-?part|rcpt|inbox)
      \b(user|recipient|mailbox|mail box|account|address|alias|username|local ?-?part|maildrop|rcpt)\S{0,3} ~ \b(unknown)
      \b(${MAILBOX}|address|addressee|alias|name|rcpt|person)\b ~ \b(not found|not exist|doesn't exist|don't exist)
      \b(${MAILBOX}|address|addressee|alias|name|rcpt|person)\b ~ \b(not (be )?(known|recogni[sz]ed|listed|registered))
      \b(${MAILBOX}|address|addressee|alias|name|rcpt|person)\b ~ \b(non-?exist|(not|n't) be found|wasn't found|deleted)
      \b(${MAILBOX}|address|addressee|alias)\b ~ \bno longer (valid|exist|in use|here|active|available|with|work)
      \b(${MAILBOX}|address|addressee|alias)\b ~ \b(not valid|isn't valid|is incorrect|not local|undeliverable|removed)
      \b(${MAILBOX}|address|addressee|alias)(\(s\)|e?s)?\b ~ \b(invalid|is gone|not present)
    `,
  ],
  [
    'user_unknown',
    words`
      \bno (valid )?(recipient|mailbox|user|account|person|one|address)s? ~ \b(here|such|exist|named|matches|found)
      \bno (recipient|mailbox|user|account)s? (by|with) (that|this) name|(doesn't|does not) have an? ~ account
      there is no (user|one|such|mailbox|account)|no such (name|person|one|local)|address not found|recipient ?not ?found
      not (in|listed in) (our|the|domino|public) ~ (directory|database|table|address book)
      not (a|our) (valid |known |registered |local )?(user|mailbox|recipient|account|customer)|never existed
      left the (company|organi[sz]ation)|couldn't find ~ (user|recipient|mailbox)
      return(ed|ing)? unknown recipient
    `,
  ],
  // So Microsoft answers for who is not in the directory of a domain: in brackets, or with the number of that check.
  [
    'user_unknown',
    words`\[ ?\]: recipient address rejected: access denied|recipient address rejected: access denied\W{0,4}(as ?\(|\S{1,80}protection\.outlook)`,
  ],
  [
    'user_unknown',
    words`
      ${USER_ABROAD} ~ (unbekannt|existiert nicht|nicht (gefunden|bekannt|vorhanden|gultig)|ungultig)
      unbekannte[rs]? (empfanger|benutzer|adresse)|nie ma takiego
      ${USER_ABROAD} ~ (inconnu|invalide|inexist|n ?'?existe pas|introuvable|onbekend|bestaat niet)
      ${USER_ABROAD} ~ (desconocid|no existe|no (se )?encontr|no valid|invalid|desconhecid|nao (existe|(foi )?encontrad))
      ${USER_ABROAD} ~ (sconosciut|inesistente|non (esiste|valid|trovat)|nieznan|nie istnieje|bulunamad|yok\b)
      ${USER_ABROAD} ~ (не (существует|найд|зарегистрирован|известен)|неизвест|удал[её]н|недействит)
      такого пользователя нет|нет такого|宛先不明
      (アドレス|宛先|ユーザ|受信者|あて先)[^。]{0,40}(見つかりません|存在しま|存在いたし|不明|ありません|正しくありません|間違)
      (用户|收件人|邮箱|地址|使用者|收件者|帳號)[^。]{0,12}(不存在|未找到|无效|找不到)|(사용자|수신자|주소)[^.]{0,20}(없|존재하지)
    `,
  ],
  [
    'expired',
    words`
      \bexpired\b|retry time(out)?|giving up|could not (be delivered|deliver) for|been in the queue|too (old|long in)
      (queue|life|delivery) ?time|unable to deliver in|maximum (retry|time|delivery)|retry limit|undelivered for
      for more than \d|delivery (was |has been )?(abandon|timed out)|time.?limit
    `,
  ],
  [
    'network',
    words`
      connection (was |has been )?(refused|timed out|reset|dropped|closed|lost|died|timeout|failed|attempt|broken|could)
      connect(ing)? (to|timed|failed)|timed? ?-?out|timeout|unreachable|no route|network (error|problem|is)|hung up
      lost connection|could( not|n't) connect|unable to connect|establish(ing)? (an? )?(smtp )?connection|respond(ing)?\b
      broken pipe|end of file|no answer|\bis down\b|certificate|handshake|route to host|smtp conversation
    `,
  ],
  [
    'syntax',
    words`
      syntax|command (not|un|reject)|unrecogni[sz]ed|not (implemented|recogni[sz]ed)|parameter|bad sequence
      out of sequence
    `,
  ],
  [
    'system',
    words`
      (config(uration)?|local( configuration)?|internal( server| software)?|system|server|processing) (error|problem)
      system (resources|storage|full)|out of memory|i/ ?o error|database|resources|temporar|try (again )?later
      maintenance|service (is )?(currently |temporarily )?(not available|unavailable)|busy|\bldap\b|lookup failed
      unable to (create|open|write|lock)|read.?only|cannot (process|be processed)
    `,
  ],
];

/**
 * Words that are written about other things too, such as RFC 5321's own text for 550. They count where the status says
 * nothing.
 */
export const LOOSE_WORDS: readonly Row[] = [
  ['user_unknown', words`requested (mail )?action not taken:? ?mailbox (unavailable|not found)`],
  ['blocked', words`\b(blocked|denied|forbidden|barred|refused|rejected)\b`],
];
