import { NO_ADDRESS_WORDS } from './no-address-words.ts';
import { MAILBOX, MAILBOX_ABROAD, type Row, words } from './word-patterns.ts';

/**
 * Words that decide the cause, regardless of the code: servers send 550 5.1.1 for a full mailbox and 5.7.1 for an unknown
 * user. The first matching row decides, so temporary causes, and those about us, precede those that end an address. Matched
 * against `plainWords`.
 */
export const WORDS: readonly Row[] = [
  // About the sender, in words that are also used for unknown recipients.
  [
    'policy',
    words`
      \b(sender|return.path|mail from|envelope from|from address|originator)\b ~ \b(reject|denied|refused|verif|unknown)
      \b(sender|return.path|mail from|envelope from|from address|originator)\b ~ \b(invalid|not (exist|found|allowed))
      \b(sender|return.path|mail from|envelope from)\b ~ \b(not accepted|required|disallowed|unroutable)
      \b(bad|invalid|unknown|unrout\w{1,8}|unverified|forged|blocked) (e-?mail )?(sender|return path|reverse.path)
      domain of (the )?sender|your (domain|address|e-?mail address)( name)? (does not|doesn't|is not|isn't|could not|cannot|must)
      sender'?s? (e-?mail )?(domain|address) (does not|doesn't|must|could not|is not)
      authenticated sender|cannot? (find|verify|resolve) (your|the sender)
    `,
  ],
  // A program of the server failed, and the server answers 5.1.1.
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
      disk (quota|full|space)|exceeded storage|storage space|user quota|quota (limit|for)|no quota
      (space|storage) ~ (not enough|insufficient|exhausted|used up)|(not|isn't) enough (free )?(space|room)
      ${MAILBOX} ~ (over|above|at|reached|hit) ~ (limit|size|capacity|allocation)
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
  // The mailbox has an owner, who may use it again.
  [
    'suspended',
    words`
      \b(${MAILBOX}|alias|address|subscriber|domain)\b ~ \b(suspend|disabled|inactiv|deactivat|discontinued|frozen)
      \b(${MAILBOX}|alias|address|subscriber|domain)\b ~ \b(locked|blocked|not activ|not enabled|on hold|expired\b)
      \b(${MAILBOX}|address)\b ~ \b(closed|terminated|cancell?ed|barred|shut down|temporarily unavailable)|not an active (user|account|address)
      \b(${MAILBOX}|address)\b ~ \b(no longer|not currently|does not currently) (accept|receiv)|due to inactivity
      \b(suspended|disabled|inactive|deactivated|frozen|dormant) (e-?mail )?(user|account|mailbox|recipient|address)
      ${MAILBOX_ABROAD} ~ (bloque|desactive|gesperrt|deaktiviert|suspendid|inativ|inactiv|disabilitat|sospes)
      ${MAILBOX_ABROAD} ~ (заблокирован|отключ[её]н)
    `,
  ],
  ['network', words`hop count|too many hops|routing loop|mail loop|loops? (back|detected)`],
  [
    'expired',
    words`^message expired|envelope expired|message (has )?(expired|timed out)|retry timeout exceeded|delivery expired`,
  ],
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
      (content|header|attachment|body|subject)s? (content )?(is |was |are |has been )?(reject|refus|banned)
      (message|mail) content (is |was |has been )?(reject|refus|banned)
      (content|header|attachment|body|subject) ~ (prohibit|forbidden|not allowed|invalid|not (a )?valid|malformed|illegal|denied|missing)
      no valid (message-id|from|header|date|subject)|(message-id|reply-to) ~ \b(invalid|not|no)\b
      message content|header error|not rfc|rfc ?-?(5322|2822)|multiple (addresses|subject|from)|bare (lf|cr|line ?feed)
      content (filter|reject|restriction|error)|attachment (type|blocked)|8.?bit
    `,
  ],
  [
    'relaying',
    words`
      relay(ing)? ~ (denied|prohibit|not (permit|allow|authori)|disallow|refus|forbidden|reject|restrict)
      (unable|configured|refus\w{0,4}|cannot|can't|won't|not|don't|allowed|permitted|attempt) (to )?relay
      (open|no|insecure( mail)?) relay|not a (mail )?gateway|rcpthosts|relais|(do not|don't|doesn't|does not) relay
      domain ~ \b(not|isn't) (hosted|handled|served|local|one of ours)
    `,
  ],
  // A name that could not be resolved today.
  [
    'network',
    words`
      (host|name|dns|domain|lookup|\bmx\b|resolv) ~ (try again|temporar|timed? ?-?out|servfail|deferred|later)
      deferred: (host )?name|dns query failed|name server (error|fail)|name lookup failure|connection refused|certificate
    `,
  ],
  // Google Groups deliberately does not reveal the reason.
  ['filtered', words`\b(may|might) not (exist|have permission)|il se peut que|exist, or you|no existe o no tiene`],
  [
    'filtered',
    words`
      (${MAILBOX}|group|addressee) ~ (only accept|not accept(ing)? (mail|message|e-?mail)s? from|refuses? to accept)
      (${MAILBOX}|group|addressee) ~ (has (blocked|rejected|refused)|is(n't| not) accepting|rejects?( mail)? from)
      (${MAILBOX}|group|addressee) ~ doesn't accept (mail|message|e-?mail)s? from
      (white|allow|safe|guest) ?-?list|not a (member|subscriber) of|(only (to|by|for)|list) (members|subscribers) only|members only|not authori[sz]ed to (send|post)|permission (to|for)|resolver\.rst|resolver rst
      restricted|delivery not authori[sz]ed|recipient'?s? (rule|setting|server rule)
      rejected by (the )?(recipient|user|owner|domain|destination)|受信拒否|着信拒否|拒否設定
    `,
  ],
  [
    'policy',
    words`
      \bpolic(y|ies)\b|security (reason|setting)|prohibit|restriction|violat|administratively
      (?<!\[ ?\]: recipient address rejected: )\b(access|permission) denied(?!\W{0,4}(as ?\(|\S{1,80}\.outlook\.com))|not authori[sz]ed
      starttls|\btls (is )?(required|fail)|support tls|encryption (is )?(needed|required)
    `,
  ],
  ...NO_ADDRESS_WORDS,
  // General words of refused mails, so other words count first.
  ['content', words`(message|mail)s? (is |was |are |has been )?(reject|refus|banned)`],
  ['policy', words`(message|mail|transaction) (was )?denied|service (refus|reject|denied)|refused by`],
  [
    'expired',
    words`
      \bexpired\b|retry time(out)?|giving up|could not (be delivered|deliver) for|been in the queue|too (old|long in)
      (queue|life|delivery) ?time|unable to deliver in|maximum (retry|time|delivery)|retry limit|undelivered for
      for more than \d|delivery (was |has been )?(abandon|timed out)|time.?limit|(within|for|after) \d{1,4}(\.\d{1,2})? (hour|day|minute)
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

/** Words with other uses too, such as RFC 5321's own text for 550. They count if the status says nothing. */
export const LOOSE_WORDS: readonly Row[] = [
  ['user_unknown', words`mail ?box (is )?(currently )?(unavailable|not available|not found)`],
  ['user_unknown', words`recipient (address )?rejected\W{0,5}($|\(?in reply)`],
  ['blocked', words`\b(blocked|denied|forbidden|barred|refused|rejected)\b`],
];
