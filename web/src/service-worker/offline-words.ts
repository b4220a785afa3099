/**
 * What the page says that stands in for one that cannot be had; `kept` stands above the pages that
 * can be read all the same. Not with the words of the pages: the worker would carry all of those, in
 * all languages.
 */
const WORDS = {
  en: {
    title: 'This page cannot be reached',
    explanation:
      'There is no connection to the internet, or it is too weak, and this page is not among those you read last.',
    tryAgain: 'Try again',
    kept: 'Pages you can read without a connection',
  },
  ru: {
    title: 'Не удалось открыть страницу',
    explanation:
      'Нет подключения к интернету или оно слишком слабое, а этой страницы нет среди тех, что вы читали последними.',
    tryAgain: 'Попробовать ещё раз',
    kept: 'Страницы, которые можно читать без подключения',
  },
  tr: {
    title: 'Bu sayfaya ulaşılamıyor',
    explanation:
      'İnternet bağlantısı yok ya da çok zayıf ve bu sayfa en son okuduklarınız arasında değil.',
    tryAgain: 'Yeniden dene',
    kept: 'Bağlantı olmadan okuyabileceğiniz sayfalar',
  },
}

/** @param language such as `ru` or `ru-RU`; English for one that is not ours */
export function offlineWords(language: string) {
  const [short = ''] = language.toLowerCase().split('-')
  const lang = short === 'ru' || short === 'tr' ? short : 'en'
  return { lang, words: WORDS[lang] }
}
