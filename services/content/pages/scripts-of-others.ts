import type { InfoPage } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { escapeHtml } from '../markdown/render-markdown.ts'

const WORDS: Record<Locale, { heading: string; note: string }> = {
  en_US: {
    heading: 'Scripts of other sites',
    note: 'When a page has nothing else to do, it loads scripts that the sites below have written. They come through our server, which tells those sites nothing about you. They run as parts of our pages. Browsers that save data do not load them.',
  },
  ru_RU: {
    heading: 'Скрипты других сайтов',
    note: 'Когда странице больше нечего делать, она загружает скрипты, которые написали перечисленные ниже сайты. Они приходят через наш сервер, который ничего не сообщает этим сайтам о вас, и выполняются как часть наших страниц. Браузеры в режиме экономии трафика их не загружают.',
  },
  tr_TR: {
    heading: 'Başka sitelerin betikleri',
    note: 'Sayfa, yapacak başka işi kalmadığında aşağıdaki sitelerin yazdığı betikleri yükler. Bunlar, o sitelere sizinle ilgili hiçbir şey bildirmeyen sunucumuz üzerinden gelir ve sayfalarımızın parçası olarak çalışır. Veri tasarrufu yapan tarayıcılar bunları yüklemez.',
  },
}

const ID = 'scripts-of-others'

/**
 * The page about privacy with the sites whose scripts run here, so that no editor can forget them.
 * The tag of the shell stands for the list.
 */
export function nameScripts(page: InfoPage, { site, thirdPartyScripts = [] }: Shell): InfoPage {
  if (thirdPartyScripts.length === 0) return page
  const { heading, note } = WORDS[site.locale]
  // An address is https://HOST/…, as the contract has it.
  const hosts = [...new Set(thirdPartyScripts.map((address) => address.split('/')[2] ?? ''))].sort()
  const section = [
    `<h2 id="${ID}"><a href="#${ID}">${heading}</a></h2>`,
    `<p>${note}</p>`,
    `<ul>\n${hosts.map((host) => `<li>${escapeHtml(host)}</li>`).join('\n')}\n</ul>\n`,
  ]
  return {
    ...page,
    bodyHtml: page.bodyHtml + section.join('\n'),
    headings: [...page.headings, { id: ID, text: heading, level: 2 }],
  }
}
