import type { Locale } from '#shared/contracts/primitives.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import type { Outline } from '../markdown/outline-markdown.ts'

/** The most remarks on one text: the first ones show an editor what to search for. */
const MAX_REMARKS = 20

/** Words that the style guide of the language does not use, and what it writes instead. */
export function remarksOnStyle({ prose }: Pick<Outline, 'prose'>, locale: Locale): CodedReason[] {
  const instead = AVOIDED[locale]
  return prose
    .flatMap(({ line, text }) =>
      // What others have said stays in their words.
      [...text.replace(QUOTED, '').matchAll(PATTERNS[locale])].map(([word]) => {
        const better = instead[word] ?? instead[stemOf(word, instead)]
        const message = `says "${word}": write ${better}, as content/style-guide.${locale}.md has it`
        return aboutText('W-STYLE', line, message)
      }),
    )
    .slice(0, MAX_REMARKS)
}

const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»/g

type Words = Readonly<Record<string, string>>

const stemOf = (word: string, words: Words): string =>
  Object.keys(words).find((key) => key.endsWith('*') && word.startsWith(key.slice(0, -1))) ?? ''

/** In small letters only, because names keep their spelling; `*` stands for any ending. */
const AVOIDED: Readonly<Record<Locale, Words>> = {
  en_US: {
    colour: '"color"',
    colours: '"colors"',
    favour: '"favor"',
    favourite: '"favorite"',
    behaviour: '"behavior"',
    labour: '"labor"',
    neighbour: '"neighbor"',
    neighbours: '"neighbors"',
    centre: '"center"',
    programme: '"program"',
    programmes: '"programs"',
    cheque: '"check"',
    cheques: '"checks"',
    licence: '"license"',
    judgement: '"judgment"',
    instalment: '"installment"',
    instalments: '"installments"',
    fulfil: '"fulfill"',
    grey: '"gray"',
    cancelled: '"canceled"',
    travelled: '"traveled"',
    learnt: '"learned"',
    organisation: '"organization"',
    organisations: '"organizations"',
    organised: '"organized"',
    recognise: '"recognize"',
    realise: '"realize"',
    analyse: '"analyze"',
    maths: '"math"',
    whilst: '"while"',
    amongst: '"among"',
    towards: '"toward"',
    afterwards: '"afterward"',
    backwards: '"backward"',
    dearer: '"more expensive"',
    dearest: '"most expensive"',
    'per cent': '"percent"',
  },
  ru_RU: {
    'осуществл*': 'глагол, который называет само действие',
    'в настоящее время': '«сейчас» или дату',
    'на сегодняшний день': '«сегодня» или дату',
    'денежные средства': '«деньги»',
    'денежных средств': '«денег»',
    'в случае если': '«если»',
    посредством: '«с помощью»',
  },
  tr_TR: {
    'gerçekleştir*': '"yapmak" gibi yalın bir fiil',
    'kriter*': '"ölçüt"',
    'prosedür*': '"işlem" ya da "yol"',
    maksimum: '"en çok"',
    minimum: '"en az"',
    günümüzde: '"bugün" ya da bir tarih',
    herşey: '"her şey"',
    'bir çok': '"birçok"',
  },
}

const patternOf = (words: Words): RegExp => {
  const sources = Object.keys(words).map((word) => word.replace('*', '\\p{L}*'))
  return new RegExp(`(?<![\\p{L}\\p{N}'’/.-])(?:${sources.join('|')})(?![\\p{L}'’-])`, 'gu')
}

const PATTERNS: Readonly<Record<Locale, RegExp>> = {
  en_US: patternOf(AVOIDED.en_US),
  ru_RU: patternOf(AVOIDED.ru_RU),
  tr_TR: patternOf(AVOIDED.tr_TR),
}
