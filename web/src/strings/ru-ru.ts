import {
  SEARCH_MAX_LENGTH,
  SEARCH_MAX_WORDS,
  SEARCH_THRESHOLD,
} from '#shared/text/search-limits.ts'
import type { WriteStrings } from './make-strings.ts'

// The forms have no `few`, because `other` has the same text: `other` is meant for fractions, which
// do not occur here.

// The cases that follow “not more than” and “not less than”.
const CHARACTERS = { one: '# символа', other: '# символов' }
const WORDS = { one: '# слова', other: '# слов' }

export const ruRu: WriteStrings = ({ plural, searchSentences }) => ({
  skipToContent: 'Перейти к содержанию',
  navigatedTo: (title) => `Открыта страница: ${title}`,
  loadingPage: 'Страница загружается.',
  home: 'Главная',
  opensInNewTab: '(откроется в новой вкладке)',

  mainNavigation: 'Основное меню',
  menu: 'Меню',
  order: 'Разделы',
  more: 'Ещё',

  siteSearch: 'По всему сайту',
  searchArticles: 'Поиск по статьям',
  searchPlaceholder: 'Поиск',
  search: 'Найти',

  categories: 'Разделы',
  info: 'Информация',
  authors: 'Авторы',
  privacyPolicy: 'Политика конфиденциальности',
  termsOfUse: 'Условия использования',
  aboutUs: 'О нас',
  sitemap: 'Карта сайта',
  tools: 'Калькуляторы',
  toolsInvitation: 'Посчитать со своими числами',
  startHere: 'С чего начать',
  facts: 'Ставки и лимиты',
  contacts: 'Контакты',
  newArticlesFeed: 'Лента новых статей:',
  otherLanguages: 'На других языках',

  breadcrumb: 'Навигационная цепочка',
  topNotch: 'Самое лучшее',
  favoriteArticles: 'Избранные статьи',
  moreStuff: 'Ещё много интересного',
  articles: 'Статьи',
  subcategories: 'Подразделы',
  topics: 'Темы',
  allOf: (category) => `Весь раздел «${category}»`,
  articleCount: (count) => plural(count, { one: '# статья', many: '# статей', other: '# статьи' }),
  emptyList: 'Здесь пока нет ни одной статьи.',
  noOtherArticle: 'Других статей здесь пока нет.',
  emptyListLeads: 'А пока загляните сюда:',

  sponsoredHeadings: [
    'Спонсорские ссылки',
    'Ссылки партнёров',
    'Рекомендуемые сайты',
    'Ресурсы по теме',
  ],
  sponsored: 'Реклама',
  sponsoredNote: 'Это реклама: за показ этих ссылок нам платят.',
  sponsoredBelow: 'На этой странице есть ссылки, за показ которых нам платят.',
  howWeMakeMoney: 'На чём мы зарабатываем',

  readingTime: (minutes) => plural(minutes, { other: '# мин чтения' }),
  published: 'Опубликовано',
  updated: 'Обновлено',
  by: 'Автор:',
  signed: 'Подпись:',
  provenance: {
    human: 'Эту статью написал человек.',
    assisted: 'Эту статью написал человек, ему помогала программа.',
    generated: 'Эту статью написала программа.',
  },
  provenanceLink: 'Как создаются наши статьи',
  answeredBy: (name) => `За статью отвечает ${name}.`,
  reviewedBy: 'Проверка:',
  checked: 'Сверено с источниками:',
  figuresOf: (year) => `Пределы и ставки в статье — за ${year} год.`,
  inShort: 'Коротко:',
  changes: 'Что изменилось',
  corrections: 'Исправления',
  correctionsIntro: 'Что в наших статьях было неверно и что там написано теперь; сначала новое.',
  noCorrections:
    'Исправлять пока ничего не пришлось. Если ошибка могла ввести читателей в заблуждение, она появится здесь вместе с тем, что верно.',
  allCorrections: 'Все исправления',
  itSaid: 'Было:',
  itSaysNow: 'Стало:',
  copyLink: 'Копировать ссылку',
  copied: 'Скопировано',
  copyPrompt: (keys) => `Скопируйте в буфер обмена: ${keys}, Enter`,
  resetNumbers: 'Сбросить',
  numberLimits: (least: string, most: string) => `Введите число от ${least} до ${most}.`,
  noResult: {
    'division-by-zero': 'деление на ноль',
    'too-large': 'слишком большое число',
    'outside-domain': 'нет результата',
    'never-paid-off': 'долг не погасится',
  },
  tableSorted: (column: string, order: string | null) =>
    order
      ? `Порядок по столбцу «${column}»: по ${order === 'ascending' ? 'возрастанию' : 'убыванию'}.`
      : 'Порядок как в статье.',
  keyTakeaways: 'Главное',
  onThisPage: 'Содержание',
  terms: 'Термины в этой статье',
  readArticle: (title) => `Читать: ${title}`,
  aboutTerm: 'Подробнее об этом термине',
  sources: 'Источники',
  aboutTheAuthor: 'Об авторе',
  allArticlesBy: (author) => `Все статьи автора: ${author}`,
  elsewhere: (author) => `${author} на других сайтах`,

  archive: 'Архив',
  archiveHint: 'Страницы пронумерованы с самых старых: на странице 1 — первые статьи.',
  newer: 'Более новые',
  older: 'Более старые',
  newest: 'Самые новые',
  pageOf: (title, number) => `${title}, страница ${number}`,
  pageNumber: (number) => `Страница ${number}`,

  authorsIntro: (count) =>
    plural(count, {
      one: 'Статьи этого сайта выходят под # псевдонимом. У\u00a0каждой статьи указан автор.',
      other: 'Статьи этого сайта выходят под # псевдонимами. У\u00a0каждой статьи указан автор.',
    }),
  jumpToLetter: 'Перейти к букве',

  byLetter: 'Поиск по алфавиту',
  termsHeading: 'Термины',
  noTermsHere: 'Здесь пока нет терминов. Все термины:',
  someTermsOfLetter: (count) =>
    `Здесь показаны не все термины на эту букву (${count}). Остальные найдёт поиск:`,
  newestOfLetter: (count) =>
    plural(count, {
      one: 'Здесь # самая новая статья на эту букву. Остальные — в архиве:',
      many: 'Здесь # самых новых статей на эту букву. Остальные — в архиве:',
      other: 'Здесь # самые новые статьи на эту букву. Остальные — в архиве:',
    }),

  sitemapXml: 'Карта сайта в XML',
  sitemapXmlHint: 'Тот же список для поисковых систем:',
  allArticles: 'Все статьи',
  information: 'Информация',

  searchHeading: 'Поиск по статьям',
  searchResults: 'Результаты',
  searchPages: 'Страницы результатов',
  previous: 'Назад',
  next: 'Вперёд',
  searchIdle:
    'В заголовке должно быть каждое введённое слово, в любом порядке. Подходят и части слов.',
  searchTooShort: `Введите не меньше ${plural(SEARCH_THRESHOLD + 1, CHARACTERS)}.`,
  searchTooLong:
    'Запрос слишком длинный. Введите не больше ' +
    `${plural(SEARCH_MAX_LENGTH, CHARACTERS)} и ${plural(SEARCH_MAX_WORDS, WORDS)}.`,
  searchFailed: 'Поиск сейчас не отвечает. Попробуйте ещё раз через минуту.',
  searchNoneHint: 'Введите меньше слов или только часть слова.',
  searchBrowse: 'Можно и выбрать раздел:',
  searchCount: (total, query) =>
    `${plural(total, {
      one: '# заголовок содержит',
      many: '# заголовков содержат',
      other: '# заголовка содержат',
    })} «${query}»`,
  searchOptions: 'Результаты, каждый откроется в новой вкладке',
  searchSeeAll: (total) =>
    plural(total, {
      one: 'Показать # результат',
      other: 'Показать все # результата',
      many: 'Показать все # результатов',
    }),
  ...searchSentences({
    quote: (word) => `«${word}»`,
    none: (word) => `Ни в одном заголовке нет ${word}.`,
    noneOf: (words) => `Ни в одном заголовке нет всех этих слов сразу: ${words}.`,
    author: 'Автор',
    category: 'Раздел',
    explains: (term) => `Объясняет, что такое ${term}`,
    without: (words, count) => `${count === 1 ? 'Без слова' : 'Без слов'} ${words}`,
  }),
  searchSimilar: 'Похожие заголовки',
  searchPlaces: 'Разделы и авторы',
  searchTermCount: (count) =>
    plural(count, { one: '# термин', many: '# терминов', other: '# термина' }),
  searchSimilarCount: (count) =>
    plural(count, {
      one: '# похожий заголовок',
      many: '# похожих заголовков',
      other: '# похожих заголовка',
    }),
  searchNearTerms: 'Похожие слова в словаре',
  searchNewTab: 'Откроется в новой вкладке',
  searchUnavailable: 'Поиск не отвечает, попробуйте ещё раз',

  deadEndHeadings: {
    'not-found': 'Такой страницы нет',
    gone: 'Эта статья снята с публикации',
    error: 'У нас произошла ошибка',
  },
  deadEndTexts: {
    'not-found':
      'Возможно, в адресе опечатка или страница переехала. Воспользуйтесь поиском или начните отсюда:',
    gone: 'Мы убрали её, и по этому адресу она больше не появится. Поищите похожую или начните отсюда:',
    error: 'Страницу сейчас не удалось подготовить. Вы ни при чём, и скоро всё снова заработает.',
  },
  nearestArticle: 'Возможно, вы искали это:',
  tryAgain: 'Попробовать ещё раз',
  waysOn: 'Куда перейти',
  toHome: 'На главную',
})
