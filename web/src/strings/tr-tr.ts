import {
  SEARCH_MAX_LENGTH,
  SEARCH_MAX_WORDS,
  SEARCH_THRESHOLD,
} from '#shared/text/search-limits.ts'
import type { WriteStrings } from './make-strings.ts'

// A noun keeps its plain form after a number. The vowels of an ending depend on the word before it.
// So names and queries get no endings: a fixed word beside them takes the ending instead.

export const trTr: WriteStrings = ({ plural, searchSentences }) => ({
  skipToContent: 'İçeriğe geç',
  navigatedTo: (title) => `Açılan sayfa: ${title}`,
  loadingPage: 'Sayfa yükleniyor.',
  home: 'Ana sayfa',
  opensInNewTab: '(yeni sekmede açılır)',

  mainNavigation: 'Ana menü',
  menu: 'Menü',
  order: 'Bölümler',
  more: 'Devamı',

  siteSearch: 'Tüm site',
  searchArticles: 'Yazılarda ara',
  searchPlaceholder: 'Yazı ara',
  search: 'Ara',

  categories: 'Bölümler',
  info: 'Bilgi',
  authors: 'Yazarlar',
  privacyPolicy: 'Gizlilik Politikası',
  termsOfUse: 'Kullanım Koşulları',
  aboutUs: 'Hakkımızda',
  sitemap: 'Site Haritası',
  tools: 'Hesaplayıcılar',
  toolsInvitation: 'Kendi sayılarınızla hesaplayın',
  startHere: 'Buradan başlayın',
  facts: 'Oranlar ve sınırlar',
  contacts: 'İletişim',
  newArticlesFeed: 'Yeni yazıların akışı:',
  otherLanguages: 'Diğer diller',

  breadcrumb: 'Sayfa yolu',
  topNotch: 'En İyiler',
  favoriteArticles: 'Favori Yazılar',
  moreStuff: 'Bunları da Seveceksiniz',
  articles: 'Yazılar',
  subcategories: 'Alt bölümler',
  topics: 'Konular',
  allOf: (category) => `${category} bölümünün tümü`,
  articleCount: (count) => plural(count, { other: '# yazı' }),
  emptyList: 'Burada henüz yazı yayımlanmadı.',
  noOtherArticle: 'Burada henüz başka yazı yok.',
  emptyListLeads: 'Bu arada şunlara göz atabilirsiniz:',

  sponsoredHeadings: [
    'Sponsorlu Bağlantılar',
    'İş Ortağı Bağlantıları',
    'Önerilen Siteler',
    'İlgili Kaynaklar',
  ],
  sponsored: 'Sponsorlu',
  sponsoredNote: 'Bu bağlantıları göstermemiz için bize ödeme yapılıyor.',
  sponsoredBelow: 'Bu sayfada, gösterilmesi için bize ödeme yapılan bağlantılar var.',
  howWeMakeMoney: 'Nasıl para kazanıyoruz',

  readingTime: (minutes) => plural(minutes, { other: '# dk okuma' }),
  published: 'Yayımlanma:',
  updated: 'Güncelleme:',
  by: 'Yazar:',
  signed: 'İmza:',
  provenance: {
    human: 'Bu yazıyı bir insan yazdı.',
    assisted: 'Bu yazıyı bir insan, yazılım desteğiyle yazdı.',
    generated: 'Bu yazıyı bir yazılım yazdı.',
  },
  provenanceLink: 'İçeriklerimiz nasıl hazırlanıyor',
  answeredBy: (name) => `Yazının sorumlusu: ${name}.`,
  reviewedBy: 'İnceleyen:',
  checked: 'Kaynaklarla karşılaştırma:',
  figuresOf: (year) => `Yazıdaki sınırlar ve oranlar ${year} yılına aittir.`,
  inShort: 'Kısaca:',
  changes: 'Neler değişti',
  corrections: 'Düzeltmeler',
  correctionsIntro: 'Yazılarımızda yanlış olan ve onun yerine şimdi yazan; en yenisi en üstte.',
  noCorrections:
    'Henüz düzeltilmesi gereken bir şey olmadı. Okuru yanıltabilecek bir hata bulunursa, doğrusuyla birlikte burada yer alır.',
  allCorrections: 'Tüm düzeltmeler',
  itSaid: 'Eskiden:',
  itSaysNow: 'Şimdi:',
  copyLink: 'Bağlantıyı kopyala',
  copied: 'Kopyalandı',
  copyPrompt: (keys) => `Panoya kopyalamak için: ${keys}, Enter`,
  resetNumbers: 'Sıfırla',
  numberLimits: (least: string, most: string) => `${least} ile ${most} arasında bir sayı yazın.`,
  noResult: {
    'division-by-zero': 'sıfıra bölme',
    'too-large': 'çok büyük sayı',
    'outside-domain': 'sonuç yok',
    'never-paid-off': 'borç hiç bitmez',
  },
  tableSorted: (column: string, order: string | null) =>
    order
      ? `“${column}” sütununa göre ${order === 'ascending' ? 'artan' : 'azalan'} sırada.`
      : 'Yazıdaki sırada.',
  keyTakeaways: 'Önemli noktalar',
  onThisPage: 'Bu sayfada',
  terms: 'Bu yazıdaki terimler',
  readArticle: (title) => `Okuyun: ${title}`,
  aboutTerm: 'Bu terim hakkında daha fazlası',
  sources: 'Kaynaklar',
  aboutTheAuthor: 'Yazar hakkında',
  allArticlesBy: (author) => `Yazarın tüm yazıları: ${author}`,
  elsewhere: (author) => `Başka sitelerde ${author}`,

  archive: 'Arşiv',
  archiveHint: 'Sayfalar en eskiden başlayarak numaralanır: ilk yazılar 1. sayfadadır.',
  newer: 'Daha yeni',
  older: 'Daha eski',
  newest: 'En yeni',
  pageOf: (title, number) => `${title}, sayfa ${number}`,
  pageNumber: (number) => `Sayfa ${number}`,

  authorsIntro: (count) =>
    plural(count, {
      other: 'Bu sitedeki yazılar # takma adla yayımlanır. Her yazının yazarı bellidir.',
    }),
  jumpToLetter: 'Harfe git',

  byLetter: 'Harfe göre ara',
  termsHeading: 'Terimler',
  noTermsHere: 'Burada henüz terim yok. Bütün terimler:',
  someTermsOfLetter: (count) =>
    `Bu sayfada bu harfin ${count} terimi var. Diğerleri aramayla bulunur:`,
  newestOfLetter: (count) =>
    plural(count, {
      other: 'Bu sayfada bu harfin en yeni # yazısı var. Daha eskileri arşivde:',
    }),

  sitemapXml: 'XML Site Haritası',
  sitemapXmlHint: 'Arama motorları için aynı liste:',
  allArticles: 'Tüm yazılar',
  information: 'Bilgi',

  searchHeading: 'Yazılarda arama',
  searchResults: 'Sonuçlar',
  searchPages: 'Sonuç sayfaları',
  previous: 'Önceki',
  next: 'Sonraki',
  searchIdle:
    'Yazdığınız her kelime başlıkta geçmelidir; sıra önemli değildir. Kelime parçaları da olur.',
  searchTooShort: `En az ${SEARCH_THRESHOLD + 1} karakter yazın.`,
  searchTooLong: `Bu arama çok uzun. En fazla ${SEARCH_MAX_LENGTH} karakter ve ${SEARCH_MAX_WORDS} kelime yazın.`,
  searchFailed: 'Arama şu anda yanıt vermiyor. Lütfen bir dakika sonra yeniden deneyin.',
  searchNoneHint: 'Daha az kelimeyle ya da kelimenin bir parçasıyla deneyin.',
  searchBrowse: 'Bölümlere de göz atabilirsiniz:',
  searchCount: (total, query) => `“${query}”, ${plural(total, { other: '# başlıkta' })} geçiyor`,
  searchOptions: 'Sonuçlar, her biri yeni sekmede açılır',
  searchSeeAll: (total) => plural(total, { other: '# sonucun tümünü göster' }),
  ...searchSentences({
    quote: (word) => `“${word}”`,
    none: (word) => `${word} hiçbir başlıkta geçmiyor.`,
    noneOf: (words) => `Hiçbir başlıkta şu kelimelerin tümü birden geçmiyor: ${words}.`,
    author: 'Yazar',
    category: 'Bölüm',
    explains: (term) => `${term} terimini açıklıyor`,
    without: (words) => `${words} geçmiyor`,
  }),
  searchSimilar: 'Benzer başlıklar',
  searchPlaces: 'Bölümler ve yazarlar',
  searchTermCount: (count) => plural(count, { other: '# terim' }),
  searchSimilarCount: (count) => plural(count, { other: '# benzer başlık' }),
  searchNearTerms: 'Sözlükte benzer yazılan terimler',
  searchNewTab: 'Yeni sekmede açılır',
  searchUnavailable: 'Arama yanıt vermiyor, yeniden deneyin',

  deadEndHeadings: {
    'not-found': 'Böyle bir sayfa yok',
    gone: 'Bu yazı yayından kaldırıldı',
    error: 'Bizden kaynaklanan bir sorun oluştu',
  },
  deadEndTexts: {
    'not-found':
      'Adres yanlış yazılmış ya da sayfa taşınmış olabilir. Arama yapın ya da buradan devam edin:',
    gone:
      'Yazıyı kaldırdık; bu adreste yeniden yayımlanmayacak. Benzer bir yazı arayın ya da buradan ' +
      'devam edin:',
    error: 'Sayfa şu anda hazırlanamadı. Sorun sizde değil ve kısa sürede düzelecek.',
  },
  nearestArticle: 'Belki bunu arıyordunuz:',
  tryAgain: 'Yeniden deneyin',
  waysOn: 'Buradan devam edin',
  toHome: 'Ana sayfaya gidin',
})
