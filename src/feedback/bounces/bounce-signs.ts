import { decodeWords } from '../encoded-words.ts';
import { type Entity, leaves } from '../mime.ts';
import type { Account } from './account.ts';

/** Who sends notifications: the name or the address of a mail server. */
const DAEMON =
  /mail(?:er|ing)?[-_. ]?daemon|\bpost[ _-]?master|mail[-_. ]deliver|delivery[-_. ](?:sub)?system|mail[-_. ](?:transfer|administrator|system)|system administrator|\bbounces?\b|double-?bounce|mail server|mailrouter|microsoftexchange[0-9a-f]|メール(?:サーバ|システム|配信)|\bmta\b/i;

/** What the subject of a notification begins with, after it is decoded. */
const SUBJECT =
  /^(?:\W|\*+spam\*+)*(?:(?:mail |message |e-?mail )?(?:un-?deliver|non-?deliver)|(?:e-?mail |mail |message )?deliver[yi]?\w* (?:status|has failed|failed|failure|error|problem|report|notification|delayed|was delayed|incomplete)|returned (?:e-?mail|mail|message)|(?:mail|e-?mail|message|smtp) (?:delivery|failed|failure|error|not delivered|could not|undeliverable|returned|status|system error|bounced)|failure (?:notice|delivery)|failed (?:mail|message|delivery)|error (?:sending|in|delivering|report)|warning: (?:could not|message)|could(?: not|n't) (?:send|deliver)|nondeliverable|unable to deliver|problem delivering|there was an error sending|user unknown|rejected mail|bounce|ndn:|dsn:|permanent (?:delivery )?(?:failure|error)|unzustellbar|nicht zustellbar|zustellung|zustellungs|rucksendung|fehler|mail konnte nicht|non ?(?:remis|distribu|livre)|remise|echec|message non|notification d'echec|no se (?:puede|pudo|ha podido)|no entregado|entrega|error de entrega|notificaci|nao (?:foi )?(?:entregue|entregavel)|falha|devolu|mensagem nao|mancata|impossibile|recapito|messaggio non|onbestelbaar|niet (?:afgeleverd|bezorgd)|olevererbar|niedostarczon|zwrot|nie dostarczon|недоставлен|не ?доставлен|ваше сообщение не|сообщение не|ошибка|невозможно доставить|возвра|メールエラー|エラー|配信|配達|送信(?:エラー|失敗|できま)|不達|戻りメール|退信|系统退信|退件|无法投递|投递失败)/i;

/** What the body of a notification says, in its own words. */
const FAILED =
  /message is delayed|could(?: not|n't) be (?:delivered|sent|completed|found)|(?:can|can'?)not be delivered|(?:was|were|been|is|has|have)(?: not|n't) (?:been |yet been )?(?:delivered|able to (?:deliver|reach))|(?:unable|not able|failed?|failing|couldn't|could not|trouble|try(?:ing)?|attempt(?:ing|s)?|error) (?:\w{1,12} )?(?:to )?(?:deliver|sen[dt]|relay)|undeliver|not deliver|non-deliver|deliver[^.]{0,60}(?:failed|failure|error|problem|delayed|impossible)|did not reach|did not like our|returned to (?:you|sender)|(?:following|these|this) (?:e-?mail )?(?:address|recipient)(?:\(?e?s\)?)?[^.]{0,40}(?:failed|had|error|reject|could not|did not)|returned permanent error|rejected (?:your|the|by)|mailbox exceeds|giving up on|permanent (?:fatal )?error|unknown (?:user|recipient|host|local)|(?:user|host|recipient|address|mailbox)[^.]{0,40}(?:unknown|not found|rejected)|transcript of session|refused (?:to accept )?your|bounced|nicht (?:zugestellt|zustellbar|ausgeliefert)|unzustellbar|n'a pas (?:pu|ete)|non remis|impossible de|no (?:se )?(?:pudo|ha podido|puede|fue) |no ha sido|nao (?:pode|foi|pôde)|non (?:e stato possibile|puo|e stata)|не (?:может|был[оа]?|удалось|доставлен)|недоставлен|niet (?:worden )?(?:bezorgd|afgeleverd)|nie (?:mozna|mo[zż]e|zosta[lł])|送信できません|送信でき(?:ま|な)|配信でき|配達でき|届け(?:でき|られ)|エラー|失敗|无法|未能|退回|被退/i;

/** Subjects of mails that answer by themselves, and of people who answer or pass something on. */
const ANSWER =
  /^\W*(?:re|aw|sv|antw|antwort|fwd?|wg|tr|rv|res|enc|odp|vs|回复|答复|转发)(?:\[\d+\])?\s?[:：]|^(?:\W|\[[^\]]{0,40}\])*(?:auto(?:matic|matische|maticky)?[-_ ]?(?:reply|response|respons|resposta|antwort|svar|answer)|autorepl|autoresp|out of (?:the )?office|ooo\b|abwesen|automatische|automatisch|reponse auto|absen[ct]|absence|respuesta auto|fuera de|ausente|ausen[cz]|resposta auto|risposta auto|assenza|fuori sede|vacation|on holiday|on leave|afwezig|autosvar|fravaer|franvaro|poissa|nieobecn|автоответ|自動返信|自動応答|不在|自动回复|自動回覆)|please confirm|confirm(?:ation)? (?:required|your)|verify your|action required:? confirm|read:|gelesen:|lu ?:|letto:|leido:|lida:|ticket\b|\[ticket|case #|request received/i;

/** Words for holidays in mails whose subject says nothing. */
const AWAY =
  /out of (?:the |my )?office|on (?:vacation|annual leave|holiday|maternity|parental leave)|i(?:'m| am) (?:currently )?(?:away|travell?ing)|limited access to (?:my )?e-?mail|nicht im (?:buro|büro|haus)|im urlaub|absent\(?e?\)? du|en conges|fuera de la oficina|de vacaciones|de ferias|in ferie|в отпуске|休暇/i;

/** Headers of mails that a program wrote about an address of its own, and of lists. */
const isAnswer = ({ fields }: Entity, subject: string): boolean =>
  /vacation|auto-?reply/i.test(fields.get('auto-submitted') ?? '') ||
  fields.has('list-unsubscribe') ||
  fields.has('x-autoreply') ||
  fields.has('x-autorespond') ||
  ANSWER.test(subject);

const NOT_DELIVERY = new Set(['message/disposition-notification', 'message/feedback-report']);

/**
 * Whether a mail says that another one could not be delivered, by what it is rather than by what it quotes: who sent it,
 * its subject, what is in it, and the words of its own. Answers of people and of programs, receipts and confirmations
 * are none.
 */
export function isBounce(mail: Entity, { lines, returns }: Account, hasReasons: boolean): boolean {
  const subject = plain(decodeWords(mail.fields.get('subject') ?? '').slice(0, 300));
  if (isAnswer(mail, subject) || [...leaves(mail)].some(({ type }) => NOT_DELIVERY.has(type))) return false;
  const { fields } = mail;
  const contentType = fields.get('content-type') ?? '';
  if (/report-type\s{0,5}=\s{0,5}"?(?!delivery-status|")\w/i.test(contentType)) return false;
  const said = plain(lines.join(' ').slice(0, 8_000));
  if (AWAY.test(said)) return false;
  const from = decodeWords(`${fields.get('from') ?? ''} ${fields.get('sender') ?? ''}`.slice(0, 500));
  const isSelf = DAEMON.test(from) || /^<?>?$|mailer-daemon/i.test(from.trim());
  const isSubject = SUBJECT.test(subject);
  const isReport = mail.type === 'multipart/report' || fields.has('x-ms-exchange-message-is-ndr');
  const hasFailed = fields.has('x-failed-recipients');
  const known = [isSelf, isSubject, isReport, hasFailed].filter(Boolean).length;
  const isNull = /^<?\s{0,3}>?$|mailer-daemon/i.test((fields.get('return-path') ?? 'none').trim());
  // In a language of which no word is known, the header and the returned mail tell.
  const told = FAILED.test(said) || (isSelf && (hasReasons || (hasFailed && returns)));
  return told && (known >= 2 || (known === 1 && (returns || isNull || hasReasons)));
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/(?<=[A-Za-z])[\u0300-\u036f]{1,4}/g, '')
    .normalize('NFC')
    .replace(/[’‘`]/g, "'")
    .replace(/\s{1,2000}/g, ' ');
