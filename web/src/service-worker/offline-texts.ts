/**
 * The texts of the page that is shown without a network; `readable` is the heading above the pages
 * that can be read. They are not in `strings/`, because the worker would then contain all of its
 * texts, in all languages.
 */
const TEXTS = {
  en: {
    title: 'This page cannot be reached',
    explanation:
      'There is no connection to the internet, or it is too weak, and this page is not among those you saved or read last.',
    tryAgain: 'Try again',
    readable: 'Pages you can read without a connection',
  },
  ru: {
    title: 'Не удалось открыть страницу',
    explanation:
      'Нет подключения к интернету или оно слишком слабое, а этой страницы нет среди тех, что вы сохранили или читали последними.',
    tryAgain: 'Попробовать ещё раз',
    readable: 'Страницы, которые можно читать без подключения',
  },
  tr: {
    title: 'Bu sayfaya ulaşılamıyor',
    explanation:
      'İnternet bağlantısı yok ya da çok zayıf ve bu sayfa kaydettikleriniz ya da en son okuduklarınız arasında değil.',
    tryAgain: 'Yeniden dene',
    readable: 'Bağlantı olmadan okuyabileceğiniz sayfalar',
  },
}

/**
 * @param language such as `ru` or `ru-RU`; a language that the site does not have becomes English
 */
export function offlineTexts(language: string) {
  const [short = ''] = language.toLowerCase().split('-')
  const lang = short === 'ru' || short === 'tr' ? short : 'en'
  return { lang, texts: TEXTS[lang] }
}
