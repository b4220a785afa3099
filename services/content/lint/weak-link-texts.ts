import type { Locale } from '#shared/contracts/primitives.ts'

/** Link texts that mean nothing to a reader who hears or scans only the links of a page. */
export const WEAK_LINK_TEXTS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  en_US: new Set([
    ...['here', 'click here', 'click', 'tap here', 'see here', 'go here', 'this', 'this link'],
    ...['link', 'the link', 'this page', 'this article', 'page', 'more', 'read more', 'read on'],
    ...['learn more', 'see more', 'find out more', 'more info', 'more information', 'details'],
    ...['continue', 'continue reading', 'website', 'source'],
  ]),
  ru_RU: new Set([
    ...['здесь', 'тут', 'сюда', 'вот', 'вот здесь', 'жмите сюда', 'нажмите', 'нажмите здесь'],
    ...['нажмите сюда', 'кликните здесь', 'ссылка', 'ссылке', 'по ссылке', 'по этой ссылке'],
    ...['эта ссылка', 'эта страница', 'эта статья', 'страница', 'далее', 'дальше', 'ещё', 'еще'],
    ...['подробнее', 'подробности', 'читать', 'читать далее', 'читать дальше', 'узнать больше'],
    ...['узнать подробнее', 'больше', 'сайт', 'источник'],
  ]),
  tr_TR: new Set([
    ...['burada', 'buradan', 'buraya', 'burası', 'bu', 'tıklayın', 'tıklayınız', 'buraya tıklayın'],
    ...['buraya tıklayınız', 'bağlantı', 'link', 'bu bağlantı', 'bu link', 'bu sayfa', 'bu yazı'],
    ...['sayfa', 'devam', 'devamı', 'devamını oku', 'devamını okuyun', 'daha fazla', 'fazlası'],
    ...['daha fazla bilgi', 'ayrıntı', 'ayrıntılar', 'detay', 'detaylar', 'oku', 'okuyun'],
    ...['web sitesi', 'kaynak'],
  ]),
}
