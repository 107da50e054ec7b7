import { words } from '../../domain/refusals/word-patterns.ts';

/** Senders of bounce messages: the name or the address of a mail server. */
export const DAEMON = words`
  \bm(ail(er|ing)?)?[-_. ]?daemon|\bpost[ _-]?master|mail[-_. ]deliver|delivery[-_. ](sub)?(system|agent|service)|\bmta\b
  deliver(y|ies)[-_. ](notif|status|fail|report|error)|mail[-_. ]?(admin\b|scanner|guard|marshal|sweeper)|mailer@
  mail[-_. ]serv(er|ice)|smtp[-_. ](mail|serv|gateway)|mail[-_. ]gateway|anti-?virus|anti-?spam
  mail[-_. ](transfer|administrator|system)|system administrator|\bbounces?\b|double-?bounce|mail server|mailrouter
  microsoftexchange[0-9a-f]|メール(サーバ|システム|配信)
`;

/**
 * Signs, and words in brackets, that gateways write before a subject. No two alternatives begin alike: an ambiguity here would
 * let an attacker with n brackets cause 2^n readings.
 */
export const PREFIX = String.raw`^(?:\[[^\]]{0,40}\]|\{[^}]{0,40}\}|\[(?![^\]]{0,40}\])|\{(?![^}]{0,40}\})|[^\w[{]|(?:spam|external|extern|postmaster|mailer-daemon)\W){0,12}`;

const SUBJECTS = words`
  (e-?mail |mail |message |your (e-?mail |mail |message )?)?(un-?deliver|non-?deliver|nondeliver)
  (e-?mail |mail |message )?deliver[yi]?\w* (status|has failed|failed|failure|error|problem|report|notification)
  (e-?mail |mail |message )?deliver[yi]?\w* (delayed|was delayed|incomplete|unsuccessful|impossible|aborted)
  deliver[yi]\w* (to|of|for) (?!your (home|door)) ~ (failed|delayed|failure|aborted|unsuccessful)
  (automatically )?(returned|failed|rejected|blocked|bounced) (e-?mail|mail|message|delivery|letter)
  (your )?(e-?mail|mail|message|smtp) (delivery|failed|failure|error|not (sent|delivered)|could( not|n't)|returned|status|bounced)
  (your )?(e-?mail|mail|message) (was |has been |is )?(not deliver|undeliver|reject|refus|returned|delayed|block|bounced|cannot be)
  (postmaster\W )?(e-?mail|mail|message|smtp) (delivery|system error)
  (failure (notice|delivery)|error (sending|in|delivering|report)|(warning|error|notice): ~ (could not|message|unknown|failed|full))
  (could( not|n't) (send|deliver|be delivered)|problem delivering|there was an error sending|bounce|ndn:|dsn:|ndr\b)
  (unable to|cannot|can't|couldn't|failed to|failure to) (deliver|send)|(delivery )?failure\b
  (user|recipient|host|address|mailbox|domain) (is )?(unknown|not found|full|over quota|does not exist|unavailable)
  (unknown|invalid|bad|no such) (user|recipient|address|mailbox|host)\b|quota exceeded
  permanent (delivery )?(failure|error)|waiting mail|mail (transfer|system) (error|failure)
  (unzustellbar|nicht zustellbar|zustell|rucksendung|fehler|onbestelbaar|niet (afgeleverd|bezorgd))
  (ihre |eine? )?((e-?)?mail|nachricht) ~ (nicht (zu|aus)gestellt|nicht (zustellbar|ubermittelt|zugestellt)|unzustellbar|konnte nicht)
  (benachrichtigung ~ zustell|bezorg|aflever|bericht ~ niet|uw bericht ~ niet|kan niet ~ bezorgd)
  (non ?(remis|distribu|livre)|remise|echec|message non|notification ~ (echec|etat|remise|distribution)|mancata|impossibil)
  (avis de non|rapport de non|votre message n|courrier ~ non|recapito|notifica ~ recapito|messaggio non|consegna|errore)
  (no se (puede|pudo|ha podido)|no (fue )?entregad|entrega|error (de|en) (la )?entrega|notificaci|mensaje (no|devuelto)|correo (no|devuelto))
  (nao (foi )?(possivel|entregue|entregavel)|falha|devolu|mensagem (nao|devolv)|notificacao ~ entrega|erro )
  (olevererbar|leveransfel|leverings|kunde inte lever|kunne ikke lever|kan (inte|ikke) lever|ikke levert?|toimit)
  (niedostarczon|zwrot|nie (mozna )?(dostarcz|doreczon)|niedorecz|nedoruc|nedorac|kezbesit|teslim|iletilem|iletim)
  (не ?доставлен|ваше сообщение не|сообщение не|ошибка|(не удалось|невозможно) доставить|возвра|уведомление ~ доставк)
  (メール(エラー|配信)|エラー|配信|配達|送信(エラー|失敗|未|できま)|不達|戻りメール|宛先不明)
  (系统退信|退信|退件|无法投递|無法(投遞|傳遞)|(邮件|郵件)(投递|投遞|传递|傳遞|发送|傳送)失[败敗]|投递失败|投遞失敗|傳[送遞]失敗|배달|전송|전달|반송)
`;

/** The beginnings of the subjects of bounce messages. */
export const SUBJECT = new RegExp(`${PREFIX}(?:${SUBJECTS.source})`);

/** Words of bounce messages about a failed delivery. */
export const FAILED = words`
  message is delayed|could( not|n't) be (delivered|sent|completed|found)|(can|can'?)not be delivered|not deliver
  (was|were|been|is|has|have)( not|n't) (been |yet been )?(delivered|able to (deliver|reach))|undeliver|non-deliver
  (unable|not able|failed?|failing|couldn't|could not|trouble|try(ing)?|attempt(ing|s)?|error) ~ (deliver|sen[dt]|relay)
  deliver ~ (failed|failure|error|problem|delayed|impossible)|did not (reach|like our)|returned to (you|sender)
  (following|these|this) (e-?mail )?(address|recipient) ?(\(?e?s\)?)? ~ (failed|had|error|reject|could not|did not)
  did not receive|not receive a copy|failed (recipient|address)|(not a|no) valid (user|recipient|mailbox|address)|(was|were|been) (automatically )?(aborted|rejected|returned|bounced)|returned because
  permanent(ly)? ~ (fail|error|reject)|no such (user|host|domain|recipient|address|mailbox)|deliver\w{1,4} ~ aborted
  returned permanent error|rejected (your|the|by)|mailbox exceeds|giving up on|permanent (fatal )?error|bounced
  unknown (user|recipient|host|local)|(user|host|recipient|address|mailbox) ~ (unknown|not found|rejected)
  transcript of session|refused (to accept )?your
  nicht (zugestellt|zustellbar|ausgeliefert)|unzustellbar|niet (worden )?(bezorgd|afgeleverd)|nie (mozna|mo[zż]e|zosta[lł])
  n'a pas (pu|ete)|non remis|impossible de|no (se )?(pudo|ha podido|puede|fue) |no ha sido|nao (pode|foi)
  non (e stato possibile|puo|e stata)|не (может|был[оа]?|удалось|доставлен)|недоставлен
  送信できません|送信でき(ま|な)|配信でき|配達でき|届け(でき|られ)|エラー|失敗|无法|未能|退回|被退
`;

/** Subjects of replies and forwarded e-mails, of people and programs. */
export const ANSWER = words`
  ^\W*(re|aw|sv|antw|antwort|fwd?|wg|tr|rv|res|enc|odp|vs|回复|答复|转发)(\[\d+\])?\s?[:：]
  ${PREFIX}auto(matic|matische|maticky)?[-_ ]?(reply|respon|resposta|antwort|svar|answer)
  ${PREFIX}(out of (the )?office|ooo\b|vacation|on (holiday|leave)|abwesen|automatisch|reponse auto)
  ^\W*(absen[ct]|absence|respuesta auto|fuera de|ausente|ausen[cz]|resposta auto|risposta auto|assenza|fuori sede)
  ^\W*(afwezig|autosvar|fravaer|franvaro|poissa|nieobecn|автоответ|自動返信|自動応答|不在|自动回复|自動回覆)
  ${PREFIX}(please confirm|confirm(ation)? (required|your)|verify your|action required:? confirm)
  ^\W*(read:|gelesen:|lu ?:|letto:|leido:|lida:|ticket\b|case #|request received)
`;

/** Words of automatic replies with an uninformative subject: absences, and e-mails held until the sender confirms. */
export const AWAY = words`
  (click|reply|follow) ~ to (have (it|your)|get (it|your)|deliver|release)|wait-?listed|(held|waiting) ~ (moderator|approval)
  until you (confirm|verify)|confirm that you (are|sent)|prove (that )?you|awaiting (your )?confirmation
  out of (the |my )?office|on (vacation|annual leave|holiday|maternity|parental leave)|limited access to (my )?e-?mail
  i('m| am) (currently )?(away|travell?ing)|nicht im (buro|haus)|im urlaub|absent\(?e?\)? du|en conges
  fuera de la oficina|de vacaciones|de ferias|in ferie|в отпуске|休暇
`;

/** Words of bounce messages about e-mails that are still being retried. */
export const DELAYED = words`
  \bdelayed\b|still (be )?try|will (be retried|keep trying|continue|retry|try)|warning: (could not send|message)
  temporary failure report|warning message only|not (yet been|been able) (delivered|to deliver)
  do not need to resend
`;

/** Words for e-mails that are no longer retried. */
export const GIVEN_UP = words`permanent|giv(en|ing) up|failed permanently|returned|will not be|no further`;

/** Words in a read receipt for an e-mail that the mailbox refused. */
export const REFUSED = words`\breject|\brefused|quota|mailbox (is )?full`;

/** Reports of a successful delivery, which a sender had requested. */
export const DELIVERED = words`success|(was|been|is) (delivered|relayed)`;

/** Header fields of every returned e-mail that no bounce message writes at the beginning of a line. */
export const HEADER = words`
  ^\s{0,8}(received|return-path|message-id|dkim-signature|authentication-results|x-received)\s{0,2}:\s?\S
  ^\s{0,8}(delivered-to|arc-seal|mime-version)\s{0,2}:\s?\S
`;

/** Lines by which mail servers announce the returned e-mail, without their framing. */
export const ANNOUNCED = words`
  ^(the )?(headers?|text|copy|body|beginning|start)s? of (the |your )?(original|returned|undelivered|message|mail)
  ^below (this line )?is a copy|^below this line|^this is a copy|^enclosed is a copy|^included is a copy
  ^(your )?(original|old) (message|mail)( info)?( follows| as follows| headers?| text| below)?\b
  ^message (headers? |text |body )?follows?|^message (text follows|header)|^begin(ning)? of (original|message)
  ^(unsent|returned|undelivered|undeliverable) (message|mail)( follows| below|[\s:*=_]{0,20}-{2})
  ^the following is (the|a copy)|^исходное сообщение|^текст сообщения
`;
