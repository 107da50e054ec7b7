/** The frequencies of a language's letters and letter pairs. */
export interface LetterModel {
  language: string;
  /** Whether it is written with thousands of characters, whose order is not informative. */
  isIdeographic: boolean;
  total: number;
  letters: ReadonlyMap<string, number>;
  pairs: ReadonlyMap<string, number>;
  /** For each letter, the number of letters that follow it in a word. */
  followed: ReadonlyMap<string, number>;
}

const IDEOGRAPHIC = new Set(['zh', 'zh-Hant', 'ja', 'ko']);
/** The weight of a character of common names, besides those in the words of the language. */
const NAME_WEIGHT = 8;

const models = new Map<string, LetterModel>();

/** Returns the model of a language, made from the words that Intl has in it: countries, languages, currencies, months. */
export function letterModel(language: string): LetterModel {
  const known = models.get(language);
  if (known) return known;
  const made = makeModel(language);
  models.set(language, made);
  return made;
}

function makeModel(language: string): LetterModel {
  const isIdeographic = IDEOGRAPHIC.has(language);
  const [letters, pairs, followed] = [1, 2, 3].map(() => new Map<string, number>()) as [Counts, Counts, Counts];
  let total = 0;
  const take = (letter: string, weight: number) => {
    add(letters, letter, weight);
    total += weight;
  };
  for (const word of wordsOf(language)) {
    if (isIdeographic) for (const character of word) take(character, 1);
    else {
      let before = '^';
      for (const letter of [...word.normalize('NFC').toLowerCase(), '$']) {
        take(letter, 1);
        add(pairs, before + letter, 1);
        add(followed, before, 1);
        before = letter;
      }
    }
  }
  for (const character of NAME_CHARACTERS[language] ?? '') take(character, NAME_WEIGHT);
  return { language, isIdeographic, total, letters, pairs, followed };
}

type Counts = Map<string, number>;

const add = (counts: Counts, key: string, weight: number) => counts.set(key, (counts.get(key) ?? 0) + weight);

const BETWEEN_WORDS = /[\s\-–.,;:()'’/]+/;

function wordsOf(language: string): string[] {
  const named = (['region', 'language', 'currency'] as const).flatMap((type) => {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
    return codesOf(type).flatMap((code) => names.of(code) ?? []);
  });
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 15)));
  return [...named, ...months].flatMap((name) => name.split(BETWEEN_WORDS)).filter(Boolean);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes without a country or a language have no name and are left out. */
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

function codesOf(type: 'region' | 'language' | 'currency'): string[] {
  if (type === 'currency') return Intl.supportedValuesOf('currency');
  return type === 'region' ? PAIRS : PAIRS.map((pair) => pair.toLowerCase());
}

/**
 * Characters of the most common names, and of the headers of contact files, in languages with thousands of characters. They
 * are rare when an East Asian encoding is read as another one.
 */
const NAME_CHARACTERS: Readonly<Record<string, string>> = {
  zh: '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文诸葛欧阳司伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红玲建国志海晓春梅小婷宇浩欣怡雨子轩梓涵佳俊鑫琳雪辉斌波亮姓名邮箱电话地址城市公司手机备注',
  'zh-Hant':
    '陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾游彭詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓馬阮董溫唐藍石蔣田康鄒白姚涂尤巫姜鐘湯黎龔嚴韓歐陽俊志建文家明雅淑美麗惠玉秀怡君婷英華偉宏宗冠瑋豪傑姓名電子郵件信箱電話地址城市公司手機備註',
  ja: '佐藤鈴木高橋田中伊渡辺邉山本村小林加吉口松井上清水池森石川前岡長谷後近坂遠青西福太三浦原島内武増大野千葉岩崎久保宮今金安平杉新菊河酒片横工馬場和服部丸子美恵由紀裕一郎健輔翔拓也真奈愛香花陽菜次理智直樹誠修結衣氏名姓住所電話番号会社都道府県市区町性別生年月日お客様郵便',
  ko: '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지나엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모수영철호준길동혜은경희숙미자순훈재태상종규혁빈예린아늘메일번회사시',
};
