import type { Locale } from '#shared/contracts/primitives.ts'

const split = (text: string) => text.trim().split(/\s+/)

/**
 * Words that say how something is asked, not what it is about; with relaxed letters, as they are
 * compared. A title without them may still be meant.
 */
const SMALL_WORDS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  en_US: new Set(
    split(`
      a about after all am an and any are as at be been best better between by can could difference
      differences differ do does don dont explain explained for from get good guide had has have help
      how i if in into is it its like make many me mean meaning means more most much my near need
      of off on one or our out should show some tell than that the their them there these they this
      to under up us use versus vs want was way we were what whats when where whether which while
      who whom why will with without work works worth would you your buy buying sell find learn`),
  ),
  ru_RU: new Set(
    split(`
      а без более бы быть в вам вас ваш во вот все где да для до если есть еще ж же за зачем и из
      или им их к как какая какие какой каков когда кто ли лучше лучший лучшие меня мне можно мой
      на над надо нас наш не нет ни но ну нужно о об один он она они от по под почему при про против
      разница между с сам свой себе со стоит так также такое такой там тем то того тоже только ты у
      уже хочу чего чем что чтобы это этот эта эти я купить найти узнать сделать значит работает`),
  ),
  tr_TR: new Set(
    split(`
      acaba ama ancak arasindaki asil bana bazi ben beni benim bir biri biz bu bunu cok cunku da daha
      de degil diye en fark farki gerek gibi gore hangi hangisi hem hep her herkes hic icin ile ise
      iyi kac kadar ki kim mi midir mu mudur ne neden nedir nerede nereden nasil niye o olan olarak
      oldu olur on onu oyle sadece sen siz su sonra tum ve veya ya yani yapilir yoksa al almak alinir
      satmak bulmak istiyorum lazim gerekir demek anlami`),
  ),
}

/** @param letters relaxed, without signs */
export const isSmallWord = (letters: string, locale: Locale): boolean =>
  SMALL_WORDS[locale].has(letters)

/**
 * Words that say too little alone: of `football scores`, `scores` alone is not what was asked
 * about.
 */
const WEAK_WORDS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  en_US: new Set(
    split(`
      app apps average basics calculator calculators chart charts company companies cost costs cut
      day days example examples fee fees forecast free high home list lists long low market month
      months moves new news number numbers online open people pay plan plans play price prices rank
      ranked ranking rate rates rating ratings record review reviews rule rules score scores short
      side simple small test tests time tips today top type types value word words world year years`),
  ),
  ru_RU: new Set(
    split(`
      время год года график день дня дней завтра калькулятор курс мир месяц новости новый онлайн
      правило правила пример примеры прогноз рейтинг сегодня список срок стоимость считать тест цена
      цены цену число`),
  ),
  tr_TR: new Set(
    split(`
      ay bugun deger degeri durum durumu fiyat fiyati fiyatlari gun guncel hesap hesaplama kural liste
      listesi ornek puan saat son tahmin tahmini test ucret yarin yeni yil yorum zaman`),
  ),
}

/** @param letters relaxed, without signs */
export const isWeakWord = (letters: string, locale: Locale): boolean =>
  WEAK_WORDS[locale].has(letters)
