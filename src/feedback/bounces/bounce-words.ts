import { words } from '../../domain/refusals/word-patterns.ts';

/** Who sends notifications: the name or the address of a mail server. */
export const DAEMON = words`
  mail(er|ing)?[-_. ]?daemon|\bpost[ _-]?master|mail[-_. ]deliver|delivery[-_. ](sub)?system|\bmta\b
  mail[-_. ](transfer|administrator|system)|system administrator|\bbounces?\b|double-?bounce|mail server|mailrouter
  microsoftexchange[0-9a-f]|メール(サーバ|システム|配信)
`;

/** What the subject of a notification begins with. */
export const SUBJECT = words`
  ^(\W|\*+spam\*+)*(e-?mail |mail |message )?(un-?deliver|non-?deliver|nondeliver)
  ^\W*(e-?mail |mail |message )?deliver[yi]?\w* (status|has failed|failed|failure|error|problem|report|notification)
  ^\W*(e-?mail |mail |message )?deliver[yi]?\w* (delayed|was delayed|incomplete)
  ^(\W|\*+spam\*+)*(returned|failed|rejected) (e-?mail|mail|message|delivery)
  ^\W*(e-?mail|mail|message|smtp) (delivery|failed|failure|error|not delivered|could not|returned|status|bounced)
  ^\W*(postmaster\W )?(e-?mail|mail|message|smtp) (delivery|system error)
  ^\W*(failure (notice|delivery)|error (sending|in|delivering|report)|warning: (could not|message)|unable to deliver)
  ^\W*(could( not|n't) (send|deliver)|problem delivering|there was an error sending|user unknown|bounce|ndn:|dsn:)
  ^\W*permanent (delivery )?(failure|error)
  ^\W*(unzustellbar|nicht zustellbar|zustellung|rucksendung|fehler|mail konnte nicht|onbestelbaar|niet (afgeleverd|bezorgd))
  ^\W*(non ?(remis|distribu|livre)|remise|echec|message non|notification d'echec|mancata|impossibile|recapito)
  ^\W*(no se (puede|pudo|ha podido)|no entregado|entrega|error de entrega|notificaci|messaggio non)
  ^\W*(nao (foi )?(possivel|entregue|entregavel)|falha|devolu|mensagem nao|olevererbar|niedostarczon|zwrot|nie dostarczon)
  ^\W*(не ?доставлен|ваше сообщение не|сообщение не|ошибка|невозможно доставить|возвра)
  ^\W*(メールエラー|エラー|配信|配達|送信(エラー|失敗|できま)|不達|戻りメール|退信|系统退信|退件|无法投递|投递失败)
`;

/** What the text of a notification says. */
export const FAILED = words`
  message is delayed|could( not|n't) be (delivered|sent|completed|found)|(can|can'?)not be delivered|not deliver
  (was|were|been|is|has|have)( not|n't) (been |yet been )?(delivered|able to (deliver|reach))|undeliver|non-deliver
  (unable|not able|failed?|failing|couldn't|could not|trouble|try(ing)?|attempt(ing|s)?|error) ~ (deliver|sen[dt]|relay)
  deliver ~ (failed|failure|error|problem|delayed|impossible)|did not (reach|like our)|returned to (you|sender)
  (following|these|this) (e-?mail )?(address|recipient) ?(\(?e?s\)?)? ~ (failed|had|error|reject|could not|did not)
  returned permanent error|rejected (your|the|by)|mailbox exceeds|giving up on|permanent (fatal )?error|bounced
  unknown (user|recipient|host|local)|(user|host|recipient|address|mailbox) ~ (unknown|not found|rejected)
  transcript of session|refused (to accept )?your
  nicht (zugestellt|zustellbar|ausgeliefert)|unzustellbar|niet (worden )?(bezorgd|afgeleverd)|nie (mozna|mo[zż]e|zosta[lł])
  n'a pas (pu|ete)|non remis|impossible de|no (se )?(pudo|ha podido|puede|fue) |no ha sido|nao (pode|foi)
  non (e stato possibile|puo|e stata)|не (может|был[оа]?|удалось|доставлен)|недоставлен
  送信できません|送信でき(ま|な)|配信でき|配達でき|届け(でき|られ)|エラー|失敗|无法|未能|退回|被退
`;

/** Subjects of mails that people and programs answer with, or pass on. */
export const ANSWER = words`
  ^\W*(re|aw|sv|antw|antwort|fwd?|wg|tr|rv|res|enc|odp|vs|回复|答复|转发)(\[\d+\])?\s?[:：]
  ^(\W|\[[^\]]{0,40}\])*auto(matic|matische|maticky)?[-_ ]?(reply|respon|resposta|antwort|svar|answer)
  ^(\W|\[[^\]]{0,40}\])*(out of (the )?office|ooo\b|vacation|on (holiday|leave)|abwesen|automatisch|reponse auto)
  ^\W*(absen[ct]|absence|respuesta auto|fuera de|ausente|ausen[cz]|resposta auto|risposta auto|assenza|fuori sede)
  ^\W*(afwezig|autosvar|fravaer|franvaro|poissa|nieobecn|автоответ|自動返信|自動応答|不在|自动回复|自動回覆)
  ^(\W|\[[^\]]{0,40}\])*(please confirm|confirm(ation)? (required|your)|verify your|action required:? confirm)
  ^\W*(read:|gelesen:|lu ?:|letto:|leido:|lida:|ticket\b|case #|request received)
`;

/** Words for holidays, and for a mail that waits until its sender is known, in mails whose subject says nothing. */
export const AWAY = words`
  until you (confirm|verify)|confirm that you (are|sent)|prove (that )?you|awaiting (your )?confirmation
  out of (the |my )?office|on (vacation|annual leave|holiday|maternity|parental leave)|limited access to (my )?e-?mail
  i('m| am) (currently )?(away|travell?ing)|nicht im (buro|haus)|im urlaub|absent\(?e?\)? du|en conges
  fuera de la oficina|de vacaciones|de ferias|in ferie|в отпуске|休暇
`;
